"""Section `turns`: the time `perfect` takes per move, on boards of all sizes."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.games import winner
from benchmarks.players import SIMPLE
from benchmarks.positions import empty_board, title
from benchmarks.server import ROOT, checkout, revision
from benchmarks.table import Figure, duration, heading, paragraph, report, table
from service.engine.board.notation import write_board
from service.engine.board.position import Mark, Position
from service.engine.search.solvers import FORCED

OPPONENT = "greedy"
BOARDS = (
    *((3, 3, 3), (4, 4, 4), (5, 5, 4), (6, 5, 4), (6, 6, 4), (6, 6, 5), (7, 6, 4), (7, 7, 4)),
    *((7, 7, 5), (8, 8, 5), (9, 8, 6), (9, 9, 3), (9, 9, 4), (9, 9, 5), (9, 9, 6)),
)
MISERE_BOARDS = ((3, 3, 3), (4, 4, 4), (5, 5, 4), (6, 6, 4), (7, 7, 5), (9, 9, 5))
PROGRAM = """
import json, sys
from service.engine.board.notation import read_position
from service.engine.board.position import Mark
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level
print("ready", flush=True)
for line in sys.stdin:
    board, side, in_a_row, misere = json.loads(line)
    position = read_position(board, Mark(side), in_a_row, misere)
    print(play_level(position, Level.PERFECT, 0, traps=True), flush=True)
"""


def run() -> None:
    """Play one game on each board, with each search and with the last release."""
    name = revision()
    heading("Turns: time per move of perfect, with traps")
    paragraph(
        f"The median and the longest time in one game against `{OPPONENT}`. `perfect` moves first, "
        "with the default budget of a turn."
    )
    starts = [empty_board(*size) for size in BOARDS]
    starts += [empty_board(*size, misere=True) for size in MISERE_BOARDS]
    with checkout(name) as folder:
        games = [
            (_game(start), _game(start, folder), _game(start, search=FORCED)) for start in starts
        ]
    rows = [
        [title(start), *(f"{duration(median(each))}, {duration(max(each))}" for each in seconds)]
        for start, seconds in zip(starts, games, strict=True)
    ]
    table(["columns, rows, in a row", "now", name, "now, in Python"], rows)
    report(_figures(games))


def _figures(games: Sequence[Sequence[list[float]]]) -> Iterator[Figure]:
    now, before, python = zip(*games, strict=True)
    most = max(median(each) / median(old) for each, old in zip(now, before, strict=True))
    yield Figure("median, relative to the release", most, 2)
    for name, seconds, target in (("now", now, 1), ("in Python", python, 3)):
        yield Figure(f"{name}: median of the slowest board", max(map(median, seconds)), target)
        yield Figure(f"{name}: longest", max(map(max, seconds)), 2 * target)


def _game(start: Position, folder: Path = ROOT, search: str = "") -> list[float]:
    """The seconds of each move of perfect, of an engine from release 1.2.0 on."""
    seconds = []
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=folder,
        env=os.environ | {"NOUGHTS_SEARCH": search},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        requests, responses = process.stdin, process.stdout
        if not requests or not responses:
            raise RuntimeError("The process has no pipes.")

        def play(position: Position, _seed: int) -> int:
            rules = [position.side_to_move, position.geometry.in_a_row, position.misere]
            started = perf_counter()
            print(json.dumps([write_board(position), *rules]), file=requests, flush=True)
            cell = int(responses.readline())
            seconds.append(perf_counter() - started)
            return cell

        responses.readline()  # skips `ready`, so the first move's time excludes the startup
        winner(start, {Mark.X: play, Mark.O: SIMPLE[OPPONENT]}, seed=0)
    return seconds
