"""Middle games, with the scores that the search of release 1.0.0 gave to all of their moves.

That search shares little with the one of today: no proofs by blocking, no wins looked for ply by
ply, a table that never replaced an entry, and no symmetric keys in misère. Its scores are in
middle_games.txt, a line for each position. `python -m tests.engine.search.middle_games FOLDER`
writes it anew, given a checkout of release 1.0.0 (commit ba5caad); it takes some minutes.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.engine.support import random_unfinished, seeded
from tests.reference import Rules

FILE = Path(__file__).with_suffix(".txt")
COUNT = 50  # of each board
MAX_NODES = 100_000  # positions that take more are left out
BOARDS = [
    Rules(5, 4, 4),
    Rules(5, 5, 4),
    Rules(6, 4, 4),
    Rules(6, 5, 4),
    Rules(6, 6, 4),
    Rules(5, 5, 5),
    Rules(6, 5, 5),
    Rules(6, 6, 5),
    Rules(4, 4, 4, misere=True),
    Rules(5, 4, 3, misere=True),
]
RELEASE = """
import json, sys
from service.engine.analysis import analyze
from service.engine.geometry import Geometry
from service.engine.position import Mark, Position
for line in sys.stdin:
    columns, rows, in_a_row, misere, board, side, max_nodes = json.loads(line)
    x, o = (sum(1 << i for i, mark in enumerate(board) if mark == it) for it in "XO")
    position = Position(Geometry(columns, rows, in_a_row), x, o, Mark(side), misere)
    analysis = analyze(position, max_nodes)
    scores = {move.cell: move.score.points for move in analysis.moves}
    print(json.dumps([scores[cell] for cell in sorted(scores)]), flush=True)
"""


class MiddleGame(NamedTuple):
    """A position, and the scores of its legal moves in cell order."""

    rules: Rules
    board: str
    side: str
    scores: list[int]


def middle_games() -> Iterator[MiddleGame]:
    """All that are recorded, board by board."""
    for line in FILE.read_text().splitlines():
        columns, rows, in_a_row, misere, board, side, scores = line.split()
        rules = Rules(int(columns), int(rows), int(in_a_row), misere == "misere")
        yield MiddleGame(rules, board, side, [int(score) for score in scores.split(",")])


def _record(folder: Path) -> Iterator[str]:
    """The lines of the file."""
    with subprocess.Popen(
        [sys.executable, "-c", RELEASE],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as release:
        assert release.stdin
        assert release.stdout
        for rules in BOARDS:
            random, count = seeded(100), 0
            cells = len(rules.empty_board)
            most = cells // 2 if rules.misere else cells - 2
            while count < COUNT:
                empty = random.randint(cells // 3, most)
                board, side = random_unfinished(rules, empty, random)
                size = rules.columns, rules.rows, rules.in_a_row
                question = json.dumps([*size, rules.misere, board, side, MAX_NODES])
                print(question, file=release.stdin, flush=True)
                scores = json.loads(release.stdout.readline())
                if None not in scores:
                    count += 1
                    kind = "misere" if rules.misere else "normal"
                    yield f"{' '.join(map(str, size))} {kind} {board} {side} " + ",".join(
                        map(str, scores)
                    )


if __name__ == "__main__":
    FILE.write_text("\n".join(_record(Path(sys.argv[1]))) + "\n")
