"""The input of the commands, validated like API requests, with errors in terms of the commands."""

import re
from math import isqrt
from typing import Annotated, Any, Final, TypeVar

import typer
from pydantic import BaseModel, ValidationError
from typer.core import TyperCommand

from service.engine.board.notation import MARK_OF_TOKEN
from service.engine.budget import MAX_NODES, MIN_NODES
from service.engine.textbook.search import MAX_DEPTH
from service.schemas.base import DECIMAL, MAX_DIGITS

Columns = Annotated[int, typer.Option(help="Columns of the board, 3 to 9.")]
Rows = Annotated[int, typer.Option(help="Rows of the board, 3 to 9.")]
InARow = Annotated[int, typer.Option(help="Length of a line.")]
Misere = Annotated[
    bool,
    typer.Option("--misere", help="Completing a line loses. Takes an optional true or false."),
]
MaxNodes = Annotated[int | None, typer.Option(help="Maximum number of positions to search.")]
AsJson = Annotated[
    bool,
    typer.Option("--json", help="Print the API response. Takes an optional true or false."),
]

BOARD: Final = "The rows joined with '/', such as XO./.X./..O, or XO..X...O if square."
ADVICE: Final = {
    "board": BOARD,
    "moves": "The cells played, in order, such as 0,1,4,2,8.",
    "max_nodes": f"Maximum number of positions to search, from {MIN_NODES} to {MAX_NODES}.",
    "max_depth": f"The ply at which positions are estimated, from 1 to {MAX_DEPTH}.",
}
FIELD: Final = re.compile(r"\b(side_to_move|in_a_row|max_nodes|max_depth|algorithm)\b")
ARGUMENTS: Final = ("board", "moves")
# Boards that begin with a hyphen, an empty cell, are not options.
DASHED_BOARD: Final = re.compile(r"-[XOxo._-]{8,}|-[^=]*/.*")
BOOLEANS: Final = {"true": True, "false": False}

Request = TypeVar("Request", bound=BaseModel)


class InputError(Exception):
    """Invalid input; the message says what is valid."""


class Command(TyperCommand):
    """A command whose flags can have a value: `--misere`, `--misere true` or `--misere=false`."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Turn `--flag true` into `--flag`, and drop `--flag false`."""
        flags = {
            name for each in self.params if getattr(each, "is_flag", False) for name in each.opts
        }
        words: list[str] = []
        for word in args:
            name, _, value = word.partition("=")
            if word in BOOLEANS and words and words[-1] in flags:
                name, value = words.pop(), word
            if name not in flags or value not in BOOLEANS:
                words.append(word)
            else:
                words = [each for each in words if each != name] + [name] * BOOLEANS[value]
        return super().parse_args(ctx, words)


class BoardCommand(Command):
    """A command whose argument is a board, even one that begins with a hyphen."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Move boards behind the options, where nothing is parsed as an option."""
        options = args[: args.index("--")] if "--" in args else args
        boards = [each for each in options if DASHED_BOARD.fullmatch(each)]
        if boards:
            others = [each for each in options if each not in boards]
            args = [*others, "--", *boards, *args[len(options) + 1 :]]
        return super().parse_args(ctx, args)


class ServeCommand(TyperCommand):
    """The command `serve`, whose help lists the environment variables."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        """Add the variables, with their default values."""
        from service.settings import PREFIX, Settings  # noqa: PLC0415  other commands need none

        defaults = {name: field.default for name, field in Settings.model_fields.items()}
        variables = [
            f"{PREFIX}{name.upper()}={'' if default is None else default}"
            for name, default in defaults.items()
        ]
        self.epilog = f"Environment variables, with their defaults: {', '.join(variables)}"
        super().format_help(ctx, formatter)


def read(model: type[Request], **fields: object) -> Request:
    """The API request with these fields; raises InputError."""
    if isinstance(board := fields.get("board"), str):
        _check_cells(board)
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        name = str(error.errors()[0]["loc"][0])
        typed = name.upper() if name in ARGUMENTS else f"--{name.replace('_', '-')}"
        advice = ADVICE.get(name) or model.model_fields[name].description
        raise InputError(f"{typed}: {advice}") from error


def with_options(message: str) -> str:
    """A message of the API with the options of the commands instead of its fields."""
    return FIELD.sub(lambda field: "--" + field[0].replace("_", "-"), message)


def _check_cells(board: str) -> None:
    """Raise InputError for the first invalid cell."""
    if not board or ("/" not in board and isqrt(len(board)) ** 2 != len(board)):
        raise InputError(f"BOARD: {BOARD}")
    for row, cells in enumerate(board.split("/"), 1):
        for column, cell in enumerate(cells, 1):
            if cell not in MARK_OF_TOKEN or cell.isspace():
                place = f"Row {row}, column {column}" if "/" in board else f"Cell {column - 1}"
                raise InputError(f"{place} is invalid. Use X, O, or '.', '-' or '_' if empty.")


def number(word: str) -> int | str:
    """A word as a number, if it is one; otherwise the word."""
    return int(word) if len(word) <= MAX_DIGITS and DECIMAL.fullmatch(word) else word
