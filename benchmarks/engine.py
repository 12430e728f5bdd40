"""Section `engine`: the time to score every move of 3x3 positions, next to plain minimax."""

import gc
from statistics import median
from time import perf_counter

from benchmarks.contestants import Contestant, minimax, noughts
from benchmarks.positions import empty_board, unfinished_positions
from benchmarks.table import Figure, duration, heading, paragraph, report, table, times

EMPTY_BOARD = empty_board(3, 3, 3)
TARGET = 800  # times as long as Noughts, on the empty board
ROUNDS = 5
REPEATS = 100  # of Noughts, which is too fast to be measured otherwise


def run() -> None:
    """Check that both agree on every position, then time both on the empty board."""
    heading("Engine: every move scored, 3x3")
    contestants: dict[str, Contestant] = {"Noughts": noughts, "plain minimax": minimax}
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
    ratio = seconds["plain minimax"] / ours
    report([Figure("plain minimax, relative to Noughts", ratio, TARGET, at_least=True)])


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
