"""Section `boards`: the search on larger boards, empty and early in the game.

To add an empty board, add it to EMPTY_BOARDS.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter

from benchmarks import openspiel
from benchmarks.engines import Engine, engines
from benchmarks.positions import empty_board, mark_count, random_positions, title
from benchmarks.table import duration, heading, paragraph, table, times
from service.engine.analysis import Analysis
from service.engine.board.position import Position
from service.engine.budget import DEFAULT_NODES
from service.engine.search.analyze import analyze

SEED = 20_260
EARLY = range(1, 9)  # marks on the board of an early position


LARGE_NODES = 5_000_000  # for the boards that need more than the default budget
EMPTY_BOARDS = (
    (empty_board(3, 3, 3), DEFAULT_NODES),
    (empty_board(4, 3, 3), DEFAULT_NODES),
    (empty_board(4, 4, 4), DEFAULT_NODES),
    (empty_board(5, 4, 4), DEFAULT_NODES),
    (empty_board(5, 5, 4), DEFAULT_NODES),
    (empty_board(6, 5, 4), DEFAULT_NODES),
    (empty_board(6, 6, 4), DEFAULT_NODES),
    (empty_board(6, 6, 5), DEFAULT_NODES),
    (empty_board(7, 5, 5), DEFAULT_NODES),
    (empty_board(8, 5, 5), DEFAULT_NODES),
    (empty_board(7, 6, 5), DEFAULT_NODES),
    (empty_board(8, 8, 6), DEFAULT_NODES),
    (empty_board(9, 9, 7), DEFAULT_NODES),
    (empty_board(9, 9, 5), DEFAULT_NODES),
    (empty_board(3, 3, 3, misere=True), DEFAULT_NODES),
    (empty_board(4, 3, 3, misere=True), DEFAULT_NODES),
    (empty_board(4, 4, 3, misere=True), DEFAULT_NODES),
    (empty_board(4, 4, 4, misere=True), DEFAULT_NODES),
    (empty_board(7, 6, 4), LARGE_NODES),
    (empty_board(7, 7, 4), LARGE_NODES),
)


@dataclass(frozen=True, slots=True)
class Sample:
    """Random early positions of a game: so many by default, and so many in full."""

    empty: Position
    marks: range
    count: int
    full: int


SAMPLES = (
    Sample(empty_board(5, 5, 4), EARLY, 24, 200),
    Sample(empty_board(5, 4, 4), EARLY, 8, 80),
    Sample(empty_board(6, 6, 5), range(3, 9), 6, 30),
)


@dataclass(frozen=True, slots=True)
class Run:
    """One cold analysis, and what it took."""

    analysis: Analysis
    seconds: float


def run() -> None:
    """Solve empty boards and a few early positions, then compare with OpenSpiel."""
    _solve_empty_boards()
    for sample in SAMPLES:
        _solve_sample(sample, sample.count)
    openspiel.run()


def run_in_full() -> None:
    """The same with the whole samples: this takes minutes."""
    _solve_empty_boards()
    for sample in SAMPLES:
        _solve_sample(sample, sample.full)
    openspiel.run()


def _solve_empty_boards() -> None:
    heading("Boards: every move of the empty board scored, cold")
    paragraph(
        f"Nodes, CPU time, and the moves that stay unknown, within {DEFAULT_NODES:,} nodes; the "
        f"last two boards within {LARGE_NODES:,}. Python and compiled give the same answers."
    )
    with engines() as all_engines:
        names = [
            f"{engine.name} {what}" for engine in all_engines for what in ("nodes", "CPU", "?")
        ]
        columns = ["columns, rows, in a row", *names, "compiled is", "outcome", "plies"]
        table(columns, [_empty_board_row(all_engines, *board) for board in EMPTY_BOARDS])


def _empty_board_row(all_engines: Sequence[Engine], position: Position, nodes: int) -> list[str]:
    """A row on one board; raises SystemExit if Python and compiled differ."""
    answers = {engine.name: engine.analysis(position, nodes) for engine in all_engines}
    row = [title(position)]
    for answer in answers.values():
        row += [f"{answer.nodes:,}", duration(answer.seconds), str(answer.unknown or "")]
    last, ours = answers.get("compiled"), answers["Python"]
    if last and replace(last, seconds=0) != replace(ours, seconds=0):
        raise SystemExit(f"Python and compiled differ on {title(position)}: {ours}, {last}")
    row.append(times(ours.seconds / last.seconds) if last else "")
    return [*row, ours.outcome, str(ours.plies or "")]


def _solve_sample(sample: Sample, count: int) -> None:
    """Print what the positions of a sample take, by their number of marks."""
    heading(f"Boards: {count} random early positions of {title(sample.empty)}")
    paragraph(
        f"Random legal play from the empty board, seed {SEED:,}; at most {LARGE_NODES:,} nodes."
    )
    positions = random_positions(sample.empty, sample.marks, count, SEED)
    runs = [_run(position) for position in positions]
    columns = ["marks", "positions", "solved", f"within {DEFAULT_NODES:,} nodes"]
    columns += ["median nodes", "worst nodes", "median time", "worst time"]
    rows = [_sample_row(str(marks), _with_marks(runs, marks)) for marks in sample.marks]
    table(columns, [*rows, _sample_row("all", runs)])
    nodes = sum(each.analysis.nodes for each in runs)
    seconds = sum(each.seconds for each in runs)
    print(f"{nodes:,} nodes in {duration(seconds)}: {nodes / seconds:,.0f} nodes/s.")


def _run(position: Position) -> Run:
    started = perf_counter()
    analysis = analyze(position, LARGE_NODES, None)
    return Run(analysis, perf_counter() - started)


def _with_marks(runs: Sequence[Run], marks: int) -> list[Run]:
    return [each for each in runs if mark_count(each.analysis.position) == marks]


def _sample_row(name: str, runs: Sequence[Run]) -> list[str]:
    """A row on some runs; a position solved within fewer nodes may take another order there."""
    nodes = [each.analysis.nodes for each in runs]
    seconds = [each.seconds for each in runs]
    return [
        name,
        str(len(runs)),
        str(sum(each.analysis.solved for each in runs)),
        str(sum(count <= DEFAULT_NODES for count in nodes)),
        f"{median(nodes):,.0f}",
        f"{max(nodes):,}",
        duration(median(seconds)),
        duration(max(seconds)),
    ]
