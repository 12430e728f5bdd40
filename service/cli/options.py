"""What the commands take, read as the API reads it."""

from typing import Annotated, TypeVar

import typer
from pydantic import BaseModel, ValidationError

from service.schemas.readers import DECIMAL, MAX_DIGITS

Columns = Annotated[int, typer.Option(help="Columns of the board, 3 to 9.")]
Rows = Annotated[int, typer.Option(help="Rows of the board, 3 to 9.")]
InARow = Annotated[int, typer.Option(help="How many in a row win.")]
Misere = Annotated[bool, typer.Option("--misere", help="Completing a line loses.")]
MaxNodes = Annotated[int | None, typer.Option(help="Positions that a search may enter.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print what the API answers.")]

Request = TypeVar("Request", bound=BaseModel)


class InputError(Exception):
    """What was typed does not fit; the message says what does."""


def read(model: type[Request], **fields: object) -> Request:
    """The request of the API with these fields; raises InputError."""
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        name = str(error.errors()[0]["loc"][0])
        raise InputError(f"{name}: {model.model_fields[name].description}") from error


def number(word: str) -> int | str:
    """The number that a word is; any other word as it is."""
    return int(word) if len(word) <= MAX_DIGITS and DECIMAL.fullmatch(word) else word
