"""A peer for larger boards: OpenSpiel's alpha-beta search, in Python, on its own m,n,k-game.

It tells the value of one position: a win, a draw or a loss, without the distance. For the values
of all moves it is asked about the position after each.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from time import perf_counter
from types import FrameType
from typing import Any, NoReturn, TypeVar

from benchmarks.contestant import NotInstalledError
from benchmarks.positions import empty_board, title
from benchmarks.table import duration, heading, paragraph, table, times
from benchmarks.timing import seconds_of
from service.engine.board.position import Position
from service.engine.budget import DEFAULT_NODES
from service.engine.score import Outcome
from service.engine.search.analyze import analyze

TIME_LIMIT = 15  # seconds for one question
BOARDS = (empty_board(3, 3, 3), empty_board(4, 3, 3), empty_board(4, 4, 3))
OUTCOME_OF = {1: Outcome.WIN, 0: Outcome.DRAW, -1: Outcome.LOSS}

Outcomes = dict[int, Outcome]  # cell -> outcome of the move there
T = TypeVar("T")


class OpenSpiel:
    """The library; raises NotInstalledError."""

    def __init__(self) -> None:
        try:
            self._library = import_module("pyspiel")
            self._minimax = import_module("open_spiel.python.algorithms.minimax")
        except ImportError as error:
            raise NotInstalledError(
                f"OpenSpiel is left out ({error}): run `make bench`."
            ) from error

    def outcome(self, empty: Position) -> Outcome:
        """The outcome of an empty board."""
        return self._outcome(self._game(empty), None)

    def outcomes(self, empty: Position) -> Outcomes:
        """The outcome of each move on an empty board."""
        game = self._game(empty)
        start = game.new_initial_state()
        after = {cell: self._outcome(game, start.child(cell)) for cell in start.legal_actions()}
        values = {outcome: value for value, outcome in OUTCOME_OF.items()}
        return {cell: OUTCOME_OF[-values[outcome]] for cell, outcome in after.items()}

    def _game(self, empty: Position) -> Any:  # noqa: ANN401  the library has no types
        geometry = empty.geometry
        size = {"m": geometry.columns, "n": geometry.rows, "k": geometry.in_a_row}
        return self._library.load_game("mnk", size)

    def _outcome(self, game: Any, state: Any) -> Outcome:  # noqa: ANN401
        """The outcome for the side to move."""
        value, _ = self._minimax.alpha_beta_search(game, state=state)
        return OUTCOME_OF[int(value)]


def run() -> None:
    """Print how long OpenSpiel takes for the empty boards, and whether it agrees."""
    heading("Boards: OpenSpiel's alpha-beta on the empty board")
    try:
        peer = OpenSpiel()
    except NotInstalledError as missing:
        paragraph(str(missing))
        return
    paragraph(
        f"alpha_beta_search of open_spiel {version('open_spiel')} on its game mnk. Of a position "
        "it tells win, draw or loss and no distance; for all moves it is asked once for each. "
        "Noughts scores all moves, distances included, and finds best play. Questions that take "
        f"OpenSpiel more than {TIME_LIMIT} s are given up; ratios are to Noughts."
    )
    columns = ["columns, rows, in a row", "Noughts", "OpenSpiel: outcome", "ratio"]
    table([*columns, "of all moves", "ratio", "agreed"], [_row(peer, board) for board in BOARDS])


def _row(peer: OpenSpiel, empty: Position) -> list[str]:
    """The times for one board; raises SystemExit where the peer and Noughts differ."""
    analysis = analyze(empty, DEFAULT_NODES, None)
    seconds = seconds_of(lambda: analyze(empty, DEFAULT_NODES, None))
    outcome, outcome_seconds = _timed(lambda: peer.outcome(empty))
    outcomes, outcomes_seconds = _timed(lambda: peer.outcomes(empty))
    ours = {move.cell: move.score.outcome for move in analysis.moves}
    if outcome not in (None, analysis.score.outcome) or outcomes not in (None, ours):
        raise SystemExit(f"OpenSpiel and Noughts differ on the empty board of {title(empty)}.")
    agreed = f"{len(outcomes)} moves" if outcomes else "the outcome" if outcome else "-"
    return [
        title(empty),
        duration(seconds),
        *_cells(outcome is not None, outcome_seconds, seconds),
        *_cells(outcomes is not None, outcomes_seconds, seconds),
        agreed,
    ]


def _cells(answered: bool, seconds: float, ours: float) -> list[str]:
    """A time and its ratio to ours; where no answer came, both are at least so much."""
    more = "" if answered else "> "
    return [more + duration(seconds), more + times(seconds / ours)]


def _timed(question: Callable[[], T]) -> tuple[T | None, float]:
    """The answer to a question and the seconds that it took; None if it took too long."""
    started = perf_counter()
    try:
        with _time_limit():
            answer = question()
    except TimeoutError:
        return None, TIME_LIMIT
    return answer, perf_counter() - started


@contextmanager
def _time_limit() -> Iterator[None]:
    """Raise TimeoutError in the block after TIME_LIMIT seconds."""

    def give_up(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, TIME_LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
