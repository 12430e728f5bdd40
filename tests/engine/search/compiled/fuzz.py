"""Random questions to the compiled search, which must not go wrong in memory.

`python -m tests.engine.search.compiled.fuzz LIBRARY SEED COUNT` runs it in its own process.
"""

import sys
from contextlib import suppress
from ctypes import CDLL
from pathlib import Path
from random import Random

from service.engine.board.geometry import Geometry
from service.engine.board.lines import completed_lines
from service.engine.budget import Budget, BudgetSpentError
from service.engine.search.compiled.interface import (
    CompiledSearch,
    EstimatesArray,
    MovesArray,
    load,
)


def ask(library: CDLL, random: Random) -> None:
    """Ask all searches for one position, with a budget that may end early."""
    columns, rows = random.randint(3, 9), random.randint(3, 9)
    geometry = Geometry(columns, rows, random.randint(3, max(columns, rows)))
    own, other = random_marks(geometry, random)
    alpha = random.choice([-1000, random.randrange(-geometry.size, geometry.size)])
    beta = random.choice([1000, random.randrange(alpha + 1, max(alpha, geometry.size) + 2)])
    for name in ("noughts_normal", "noughts_misere"):
        budget = Budget(random.choice([50, 300, 1_500]))
        with suppress(BudgetSpentError):
            CompiledSearch(library, name, geometry, budget)(own, other, alpha, beta)
    for maker_to_move in (False, True):
        budget = Budget(random.choice([50, 300]))
        with suppress(BudgetSpentError):
            search = CompiledSearch(library, "noughts_breaker_wins", geometry, budget)
            search(own, other, maker_to_move)
    moves = [cell for cell in range(geometry.size) if not (own | other) >> cell & 1]
    arguments = MovesArray(*moves), len(moves), EstimatesArray(), random.choice([0, 1])
    with suppress(BudgetSpentError):
        budget = Budget(random.choice([1, 50, 1_500]))
        CompiledSearch(library, "noughts_estimate", geometry, budget)(own, other, *arguments)


def random_marks(geometry: Geometry, random: Random) -> tuple[int, int]:
    marks = [0, 0]
    count = random.randrange(geometry.size)
    for number, cell in enumerate(random.sample(range(geometry.size), count)):
        if not completed_lines(geometry, marks[number % 2] | 1 << cell):
            marks[number % 2] |= 1 << cell
    return marks[0], marks[1]


if __name__ == "__main__":
    loaded = load(Path(sys.argv[1]))
    assert loaded, "The library cannot be loaded."
    random = Random(int(sys.argv[2]))
    for _ in range(int(sys.argv[3])):
        ask(loaded, random)
