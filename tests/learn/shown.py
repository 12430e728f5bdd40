"""The programs as /learn shows and copies them, and the calls that a trace expects of them."""

import json
import re
from itertools import product
from math import inf
from typing import Final, NamedTuple

from service.engine.board.notation import write_board
from service.engine.textbook.search import Algorithm, Question, Valuation
from service.engine.textbook.trace import trace
from tests.engine.conversion import board_of
from tests.live import ROOT

PROGRAMS: Final = ROOT / "service" / "static" / "learn" / "programs"
ENDINGS: Final = {"python": "py", "javascript": "js"}
ALGORITHMS: Final = {
    "minimax": Algorithm.MINIMAX,
    "negamax": Algorithm.MINIMAX,
    "alpha_beta": Algorithm.ALPHA_BETA,
    "alpha_beta_cached": Algorithm.ALPHA_BETA_CACHED,
}

Call = tuple[str, list[float], float]  # a board, the window (if any) and the value returned


class Program(NamedTuple):
    """A program, with depth in the score and with a depth limit or without them."""

    name: str
    has_scores: bool
    has_limit: bool

    @property
    def function(self) -> str:
        """The name of its function in Python."""
        return self.name.removesuffix("_cached")

    @property
    def has_window(self) -> bool:
        """Whether alpha and beta are arguments."""
        return self.function == "alpha_beta"

    def named(self, language: str) -> str:
        """The name of the function."""
        return self.function.replace("_b", "B") if language == "javascript" else self.function

    def lines(self, language: str) -> list[str]:
        """The lines shown: without the options that the search does not use."""
        lines = (PROGRAMS / f"{self.name}.{ENDINGS[language]}").read_text().splitlines()
        kept = [x for x in lines if self.has_limit or not re.search("LIMIT|evaluation", x)]
        factor = "" if self.has_scores else " * (100 - ply(board))"
        return [line.replace(factor, "") for line in kept] if factor else kept

    @property
    def values(self) -> Valuation:
        """The values of finished games."""
        return Valuation.SCORE if self.has_scores else Valuation.OUTCOME


EVERY: Final = [Program(*each) for each in product(ALGORITHMS, [False, True], [False, True])]


def definitions(program: Program, question: Question, language: str) -> str:
    """The text that Copy copies, without its last line, which calls the program."""
    prelude = (PROGRAMS / f"prelude.{ENDINGS[language]}").read_text().rstrip()
    shown = "\n".join(program.lines(language))
    return f"{_settings(question, language)}\n\n{prelude}\n\n{shown}\n"


def copied(program: Program, question: Question, language: str) -> str:
    """The text that Copy copies."""
    infinity = {"python": "inf", "javascript": "Infinity"}[language]
    window = f", -{infinity}, {infinity}" if program.has_window else ""
    call = f"{program.named(language)}(board, MAX{window})"
    last = {
        "python": f'print(f"value {{{call}}}, {{nodes}} nodes")',
        "javascript": f"console.log(`value ${{{call}}}, ${{nodes}} nodes`);",
    }[language]
    return f"{definitions(program, question, language)}\n{last}\n"


def _settings(question: Question, language: str) -> str:
    position = question.position
    settings: dict[str, object] = {
        "BOARD": write_board(position),
        "MAX": position.side_to_move,
        "IN_A_ROW": position.geometry.in_a_row,
        "MISERE": position.misere,
        "ORDER": list(range(position.geometry.size)),
    }
    if question.max_depth:
        settings["LIMIT"] = question.max_depth
    if language == "javascript":
        return "\n".join(f"const {n} = {json.dumps(value)};" for n, value in settings.items())
    booleans = {True: "True", False: "False"}
    written = {
        n: booleans[v] if isinstance(v, bool) else json.dumps(v) for n, v in settings.items()
    }
    return "\n".join(f"{name} = {value}" for name, value in written.items())


def expected_calls(program: Program, question: Question) -> list[Call]:
    """The calls of a trace in order of entry, from the program's point of view."""
    calls: list[Call] = []
    boards: dict[int, str] = {}
    for node in trace(question).nodes:
        before = board_of(question.position) if node.parent is None else boards[node.parent]
        cell = node.cell
        board = before if cell is None else before[:cell] + str(node.side) + before[cell + 1 :]
        boards[node.id] = board
        if node.end == "cached":
            continue  # looked up, not called
        alpha = -inf if node.alpha is None else node.alpha
        beta = inf if node.beta is None else node.beta
        is_turned = program.name != "minimax" and node.ply % 2 == 1
        window = [-beta, -alpha] if is_turned else [alpha, beta]
        value = -node.value if is_turned else node.value
        calls.append((board, window if program.has_window else [], value))
    return calls
