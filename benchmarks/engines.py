"""The engines that section `boards` compares: release 1.0.0, and now in Python and compiled.

Each answers in a process of its own. Release 1.0.0 is taken from the history of the repository, so
it is missing where there is none.
"""

import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from service.engine.board.position import Position
from service.engine.search.solvers import FORCED, search_name

ROOT = Path(__file__).parent.parent
RELEASE = "ba5caad"  # the commit of release 1.0.0
ASK = """
import json, sys
from time import process_time
from service.engine.{analyze} import analyze
from service.engine.{geometry} import Geometry
from service.engine.{position} import Mark, Position
columns, rows, in_a_row, misere, max_nodes = json.loads(sys.argv[1])
position = Position(Geometry(columns, rows, in_a_row), 0, 0, Mark.X, misere)
started = process_time()
analysis = analyze(position, max_nodes)
seconds = process_time() - started
unknown = sum(move.score.outcome == "unknown" for move in analysis.moves)
best = [analysis.score.outcome, analysis.score.plies_to_end or 0]
print(json.dumps([analysis.nodes, unknown, seconds, *best]))
"""
NOW = ASK.format(analyze="search.analyze", geometry="board.geometry", position="board.position")
THEN = ASK.format(analyze="analysis", geometry="geometry", position="position")


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine found out about an empty board, and its CPU time."""

    nodes: int
    unknown: int
    seconds: float
    outcome: str
    plies: int


@dataclass(frozen=True, slots=True)
class Engine:
    """A way to run an analysis: the program, the folder to run it in, and the search to force."""

    name: str
    program: str
    folder: Path
    search: str = ""

    def analysis(self, position: Position, max_nodes: int) -> Answer:
        """The analysis of an empty board."""
        geometry = position.geometry
        sides = (geometry.columns, geometry.rows, geometry.in_a_row)
        done = subprocess.run(
            [sys.executable, "-c", self.program, json.dumps([*sides, position.misere, max_nodes])],
            cwd=self.folder,
            env=os.environ | {"NOUGHTS_SEARCH": self.search},
            capture_output=True,
            check=True,
        )
        return Answer(*json.loads(done.stdout))


@contextmanager
def engines() -> Iterator[list[Engine]]:
    """The engines that there are here, the oldest first."""
    with TemporaryDirectory() as folder:
        found = [Engine("Python", NOW, ROOT, FORCED)]
        if _extract_release(Path(folder)):
            found.insert(0, Engine("1.0.0", THEN, Path(folder)))
        if search_name() != FORCED:
            found.append(Engine("compiled", NOW, ROOT))
        yield found


def _extract_release(folder: Path) -> bool:
    """Write the engine of release 1.0.0 to a folder; whether the history has it."""
    command = ["git", "-C", str(ROOT), "archive", RELEASE, "service/engine"]
    try:
        archive = subprocess.run(command, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return True
