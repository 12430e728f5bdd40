"""Levels of another release or search, each in its own process."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.players import Player
from benchmarks.server import ROOT
from service.engine.board.notation import write_board
from service.engine.board.position import Position
from service.engine.play.levels import Level

PROGRAM = """
import json, sys
from service.engine.board.notation import read_position
from service.engine.board.position import Mark
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level
level = Level(sys.argv[1])
print("ready", flush=True)
for line in sys.stdin:
    board, side, in_a_row, misere, seed = json.loads(line)
    print(play_level(read_position(board, Mark(side), in_a_row, misere), level, seed), flush=True)
"""


class Build(NamedTuple):
    """An engine from release 1.1.0 on: its name, its folder, and its NOUGHTS_SEARCH."""

    name: str
    folder: Path = ROOT
    search: str = ""

    @contextmanager
    def start(self, level: Level) -> Iterator[Player]:
        """A level of this build. Its process ends with the context."""
        with subprocess.Popen(
            [sys.executable, "-c", PROGRAM, level],
            cwd=self.folder,
            env=os.environ | {"NOUGHTS_SEARCH": self.search},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            requests, responses = process.stdin, process.stdout
            if not requests or not responses:
                raise RuntimeError("The process has no pipes.")

            def play(position: Position, seed: int) -> int:
                rules = [position.side_to_move, position.geometry.in_a_row, position.misere]
                print(json.dumps([write_board(position), *rules, seed]), file=requests, flush=True)
                return int(responses.readline())

            responses.readline()  # skips `ready`, so the first move's time excludes the startup
            yield play
