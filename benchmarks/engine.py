"""Section `engine`: the time to score every move of 3x3 positions, next to other programs."""

import gc
from statistics import median
from time import perf_counter

from benchmarks.contestants import Contestant, easyai, minimax, noughts
from benchmarks.positions import empty_board, unfinished_positions
from benchmarks.table import Figure, duration, heading, paragraph, report, table, times

EMPTY_BOARD = empty_board(3, 3, 3)
TARGETS = {"plain minimax": 800, "easyAI": 60}  # times as long as Noughts, on the empty board
ROUNDS = 5
REPEATS = 100  # of Noughts, which is too fast to be measured otherwise


def run() -> None:
    """Check that all contestants agree on every position, then time them on the empty board."""
    heading("Engine: every move scored, 3x3")
    contestants: dict[str, Contestant] = {"Noughts": noughts, "plain minimax": minimax}
    try:
        contestants["easyAI"] = easyai()
    except ImportError as error:
        paragraph(f"A program is left out ({error}). Run `make bench` to install it.")
    positions = unfinished_positions(EMPTY_BOARD)
    for position in positions:
        expected = noughts(position)()
        for name, contestant in contestants.items():
            if contestant(position)() != expected:
                raise SystemExit(f"{name} and Noughts differ on {position}.")
    paragraph(
        f"{', '.join(contestants)} agree on the score of every move of {len(positions):,} "
        "positions. Searches are cold: no results are cached, and search tables start empty. Only "
        "Noughts' time includes ranks and best play. Times are medians."
    )
    rounds = [
        [_time(each, REPEATS if each is noughts else 1) for each in contestants.values()]
        for _ in range(ROUNDS)
    ]
    seconds = dict(zip(contestants, map(median, zip(*rounds, strict=True)), strict=True))
    ours = seconds["Noughts"]
    rows = [[name, duration(each), times(each / ours)] for name, each in seconds.items()]
    table(["", "the empty board", "relative to Noughts"], rows)
    report(
        Figure(f"{name}, relative to Noughts", seconds[name] / ours, target, at_least=True)
        for name, target in TARGETS.items()
        if name in seconds
    )


def _time(contestant: Contestant, repeats: int) -> float:
    """The mean seconds for the empty board."""
    calls = [contestant(EMPTY_BOARD) for _ in range(repeats)]
    gc.collect()
    gc.disable()
    started = perf_counter()
    for call in calls:
        call()
    seconds = perf_counter() - started
    gc.enable()
    return seconds / repeats
