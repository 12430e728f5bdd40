"""Section `engine`: the time to score every move of 3x3 positions, next to other programs."""

import gc
from collections.abc import Sequence
from statistics import median
from time import perf_counter

from benchmarks.contestants import MINIMAX, NOUGHTS, Contestant, cold_points, easyai
from benchmarks.positions import empty_board, unfinished_positions
from benchmarks.table import Figure, duration, heading, paragraph, report, table, times
from service.engine.board.position import Position

EMPTY_BOARD = empty_board(3, 3, 3)
TARGETS = {"plain minimax": 800, "easyAI": 60}  # times as long as Noughts, on the empty board


def run() -> None:
    """Check that all contestants agree, then time them."""
    heading("Engine: every move scored, 3x3")
    contestants = _contestants()
    positions = unfinished_positions(EMPTY_BOARD)
    moves = _check_agreement(contestants, positions)
    names = ", ".join(contestant.name for contestant in contestants)
    paragraph(
        f"{names} agree on the outcome and distance of all {moves:,} moves of {len(positions):,} "
        "positions. Searches are cold: no results are cached, and search tables start empty. Only "
        "Noughts' time includes ranks and best play."
    )
    one = _time("The empty board", contestants, [EMPTY_BOARD], rounds=15, repeats=100)
    ours = one[NOUGHTS.name]
    report(
        Figure(f"{name}, relative to Noughts", one[name] / ours, target, at_least=True)
        for name, target in TARGETS.items()
        if name in one
    )
    title = f"All {len(positions):,} unfinished positions that X started, in full"
    _time(title, contestants, positions, rounds=5)


def _contestants() -> list[Contestant]:
    """Noughts, plain minimax, and easyAI if it is installed."""
    try:
        return [NOUGHTS, MINIMAX, easyai()]
    except ImportError as error:
        paragraph(f"A program is left out ({error}). Run `make bench` to install it.")
        return [NOUGHTS, MINIMAX]


def _check_agreement(contestants: Sequence[Contestant], positions: Sequence[Position]) -> int:
    """The number of moves, which all score alike; raises SystemExit if two contestants differ."""
    moves = 0
    for position in positions:
        exact = cold_points(position)
        moves += len(exact)
        for contestant in contestants:
            if contestant.prepare(position)() != exact:
                raise SystemExit(f"{contestant.name} and {NOUGHTS.name} differ on {position}.")
    return moves


def _time(
    title: str,
    contestants: Sequence[Contestant],
    positions: Sequence[Position],
    rounds: int,
    repeats: int = 1,
) -> dict[str, float]:
    """Print and return each contestant's median seconds for all of these positions.

    Noughts repeats them in each round, because it is too fast to be measured otherwise.
    """
    heading(f"{title} (medians of {rounds} interleaved rounds, gc off)")
    samples: dict[str, list[float]] = {contestant.name: [] for contestant in contestants}
    for _ in range(rounds):
        for contestant in contestants:
            count = repeats if contestant is NOUGHTS else 1
            calls = [contestant.prepare(position) for position in positions] * count
            gc.collect()
            gc.disable()
            started = perf_counter()
            for call in calls:
                call()
            samples[contestant.name].append((perf_counter() - started) / count)
            gc.enable()
    seconds = {name: median(found) for name, found in samples.items()}
    ours = seconds[NOUGHTS.name]
    rows = [
        [name, duration(total), duration(total / len(positions)), times(total / ours)]
        for name, total in seconds.items()
    ]
    table(["", "in all", "per position", "relative to Noughts"], rows)
    return seconds
