"""Section `boards`: the search on larger boards, empty and early in the game.

To add an empty board, add it to EMPTY_BOARDS.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from benchmarks import openspiel
from benchmarks.positions import empty_board, mark_count, random_positions, title
from benchmarks.table import duration, heading, paragraph, table
from benchmarks.timing import seconds_of
from service.engine.analysis import Analysis
from service.engine.board.position import Position
from service.engine.budget import DEFAULT_NODES, MAX_NODES, Budget
from service.engine.search.analyze import analyze_uncached
from service.engine.search.proof import Prover

SEED = 20_260
EARLY = range(1, 9)  # marks on the board of an early position


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """A board to start from, and the nodes that a trial before this program took for it."""

    position: Position
    trial: str = ""
    max_nodes: int = DEFAULT_NODES


EMPTY_BOARDS = (
    EmptyBoard(empty_board(3, 3, 3), "117"),
    EmptyBoard(empty_board(4, 3, 3)),
    EmptyBoard(empty_board(4, 4, 3)),
    EmptyBoard(empty_board(4, 4, 4), "47"),
    EmptyBoard(empty_board(5, 4, 4), "8k"),
    EmptyBoard(empty_board(5, 5, 4), "88k"),
    EmptyBoard(empty_board(5, 5, 5)),
    EmptyBoard(empty_board(6, 6, 5), "64k"),
    EmptyBoard(empty_board(6, 6, 6)),
    EmptyBoard(empty_board(6, 5, 4), "1.4M", MAX_NODES),
    EmptyBoard(empty_board(3, 3, 3, misere=True)),
    EmptyBoard(empty_board(4, 3, 3, misere=True)),
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
        f"The budget is the default one, {DEFAULT_NODES:,} nodes; for 6,5,4 it is the highest, "
        f"{MAX_NODES:,}. A trial before this program scored all moves as well, but looked for no "
        "best play: its nodes compare with those without it."
    )
    columns = ["columns, rows, in a row", "nodes", "without best play", "trial"]
    columns += ["seconds", "nodes/s", "solved", "outcome", "plies"]
    table(columns, [_empty_board_row(board) for board in EMPTY_BOARDS])


def _empty_board_row(board: EmptyBoard) -> list[str]:
    position, max_nodes = board.position, board.max_nodes
    to_score = Budget(max_nodes)
    Prover(position, to_score).prove()
    started = perf_counter()
    analysis = analyze_uncached(position, max_nodes, None)
    seconds = perf_counter() - started
    if seconds < 1:  # else once is enough
        seconds = seconds_of(lambda: analyze_uncached(position, max_nodes, None))
    return [
        title(position),
        f"{analysis.nodes:,}",
        f"{1 + to_score.nodes:,}",
        board.trial,
        duration(seconds),
        f"{analysis.nodes / seconds:,.0f}",
        "yes" if analysis.solved else "no",
        analysis.score.outcome,
        str(analysis.score.plies_to_end or ""),
    ]


def _solve_sample(sample: Sample, count: int) -> None:
    """Print what the positions of a sample take, by their number of marks."""
    heading(f"Boards: {count} random early positions of {title(sample.empty)}")
    paragraph(
        f"Random legal play from the empty board, seed {SEED:,}; at most {MAX_NODES:,} nodes each."
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
    analysis = analyze_uncached(position, MAX_NODES, None)
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
