"""Section `engine`: the time to score every move of a position, beside peers that do the same."""

import tracemalloc
from collections.abc import Callable, Sequence
from statistics import mean

from benchmarks.contestant import NOUGHTS, Contestant, NotInstalledError, cold_analysis
from benchmarks.easyai import easyai
from benchmarks.minimax import MINIMAX
from benchmarks.positions import empty_board, unfinished_positions
from benchmarks.table import duration, heading, paragraph, table, times
from benchmarks.timing import median_seconds, without_gc
from service.engine.board.position import Position

EMPTY_BOARD = empty_board(3, 3, 3)
AIMS = {"plain minimax": 800, "easyAI": 60}  # times as long as Noughts, on the empty board


def run() -> None:
    """Check that all contestants agree, then time them, then count nodes and memory."""
    heading("Engine: every move scored, 3x3")
    contestants = _contestants()
    positions = unfinished_positions(EMPTY_BOARD)
    moves = _agree(contestants, positions)
    names = ", ".join(contestant.name for contestant in contestants)
    paragraph(
        f"{names} agree on the outcome and distance of all {moves:,} moves of {len(positions):,} "
        "positions. Each question is cold: no cache of answers, and search tables start empty. "
        "Only Noughts' time includes ranks and best play."
    )
    one = _time("The empty board", contestants, [EMPTY_BOARD], rounds=15, repeats=100)
    _report_aims(one)
    title = f"All {len(positions):,} unfinished positions that X started, in full"
    every = _time(title, contestants, positions, rounds=5)
    heading("What one analysis by Noughts takes")
    counts = [cold_analysis(position).nodes for position in positions]
    with without_gc():
        bytes_taken = [_peak_bytes(position) for position in positions]
    columns = ["", "nodes", "nodes per second", "peak memory"]
    ours = NOUGHTS.name
    table(
        columns,
        [
            _row("the empty board", counts[0], counts[0] / one[ours], bytes_taken[0]),
            _row("the mean of all", mean(counts), sum(counts) / every[ours], mean(bytes_taken)),
            _row("the most of any", max(counts), None, max(bytes_taken)),
        ],
    )


def _contestants() -> list[Contestant]:
    """Noughts and its peers, those of them that are installed."""
    try:
        return [NOUGHTS, MINIMAX, easyai()]
    except NotInstalledError as missing:
        paragraph(str(missing))
        return [NOUGHTS, MINIMAX]


def _agree(contestants: Sequence[Contestant], positions: Sequence[Position]) -> int:
    """The number of moves that all score alike; raises SystemExit where two differ."""
    moves = 0
    for position in positions:
        expected = NOUGHTS.points(position)
        moves += len(expected)
        for contestant in contestants:
            if (points := contestant.points(position)) != expected:
                raise SystemExit(
                    f"{contestant.name} and {NOUGHTS.name} differ on {position}:\n"
                    f"{points}\n{expected}"
                )
    return moves


def _time(
    title: str,
    contestants: Sequence[Contestant],
    positions: Sequence[Position],
    rounds: int,
    repeats: int = 1,
) -> dict[str, float]:
    """Print and return the median seconds of each contestant for all of these positions.

    Noughts goes over them `repeats` times in each round, so that its time can be measured.
    """
    heading(f"{title} (medians of {rounds} interleaved rounds, gc off)")
    runs: dict[str, Callable[[], None]] = {}
    times_over = {each.name: repeats if each is NOUGHTS else 1 for each in contestants}
    for each in contestants:
        questions = [each.prepare(position) for position in positions] * times_over[each.name]
        runs[each.name] = _ask_all(questions)
    seconds = {
        name: measured / times_over[name] for name, measured in median_seconds(runs, rounds).items()
    }
    ours = seconds[NOUGHTS.name]
    rows = [
        [name, duration(total), duration(total / len(positions)), times(total / ours)]
        for name, total in seconds.items()
    ]
    table(["", "in all", "per position", "ratio to Noughts"], rows)
    return seconds


def _ask_all(questions: Sequence[Callable[[], object]]) -> Callable[[], None]:
    def ask_all() -> None:
        for question in questions:
            question()

    return ask_all


def _report_aims(seconds: dict[str, float]) -> None:
    """Print whether the peers take as many times as long as they should at least."""
    for name, aim in AIMS.items():
        if name in seconds:
            ratio = seconds[name] / seconds[NOUGHTS.name]
            verdict = "met" if ratio >= aim else "MISSED"
            print(f"Aim: at least {aim} x faster than {name}: {times(ratio)}, {verdict}.")
        else:
            print(f"Aim: at least {aim} x faster than {name}: not measured.")


def _peak_bytes(position: Position) -> int:
    """The memory that an analysis takes at its peak, by tracemalloc, which slows it greatly."""
    tracemalloc.start()
    cold_analysis(position)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def _row(name: str, nodes: float, rate: float | None, peak: float) -> list[str]:
    """A row on nodes and memory."""
    return [name, f"{nodes:,.0f}", f"{rate:,.0f}" if rate else "", f"{peak / 1024:,.0f} KiB"]
