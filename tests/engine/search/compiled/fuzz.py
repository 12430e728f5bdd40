"""The compiled search compared with the Python search on random questions.

`python -m tests.engine.search.compiled.fuzz LIBRARY SEED COUNT` runs it in its own process.
"""

import sys
from collections.abc import Callable
from ctypes import CDLL
from pathlib import Path
from random import Random
from typing import Any

from service.engine.board.geometry import Geometry, has_line
from service.engine.budget import Budget, BudgetSpentError
from service.engine.search import table
from service.engine.search.blocking import Blocking
from service.engine.search.compiled.interface import CompiledBlocking, CompiledSolver, load
from service.engine.search.misere import MisereSearch
from service.engine.search.negamax import Search


def compare(library: CDLL, seed: int, count: int) -> None:
    """Give both searches the same random questions; raises AssertionError if they differ."""
    random = Random(seed)
    slots = table.SLOTS
    try:
        for _ in range(count):
            table.SLOTS = random.choice([(7, 7, 7, 7), (101, 101, 101, 101), slots])
            compare_one(library, random)
    finally:
        table.SLOTS = slots


def compare_one(library: CDLL, random: Random) -> None:
    """Give both searches one question, repeatedly with budgets that may end early."""
    geometry = random_geometry(random)
    own, other = random_marks(geometry, random)
    nodes = random.choice([50, 300, 1_500])
    limits = [random.randrange(1, nodes), random.randrange(1, nodes), nodes]
    kind = random.choice(["normal", "misère", "maker", "breaker"])
    searches: list[Callable[[Budget], Any]]
    if kind in {"maker", "breaker"}:
        question: Callable[[Any], int] = lambda search: search.holds(  # noqa: E731
            own, other, maker_to_move=kind == "maker"
        )
        searches = [
            lambda budget: Blocking(geometry, budget, nodes),
            lambda budget: CompiledBlocking(library, geometry, budget, nodes),
        ]
    else:
        misere = kind == "misère"
        alpha = random.choice([-1000, random.randrange(-geometry.size, geometry.size)])
        beta = random.choice([1000, random.randrange(alpha + 1, max(alpha, geometry.size) + 2)])
        question = lambda search: search.value_after(own, other, alpha, beta)  # noqa: E731
        searches = [
            lambda budget: (MisereSearch if misere else Search)(geometry, budget),
            lambda budget: CompiledSolver(library, geometry, budget, misere=misere),
        ]
    in_python, compiled = (answers(search, question, nodes, limits) for search in searches)
    assert compiled == in_python, (kind, geometry, own, other, nodes, limits, table.SLOTS)


def answers(
    new_search: Callable[[Budget], Any],
    question: Callable[[Any], int],
    nodes: int,
    limits: list[int],
) -> list[tuple[int | None, int]]:
    """One search's answers, with each limit in turn: the value, None if unfinished, and nodes."""
    budget = Budget(nodes)
    search = new_search(budget)
    found: list[tuple[int | None, int]] = []
    for limit in limits:
        budget.limit(limit)
        try:
            value = int(question(search))
        except BudgetSpentError:
            found.append((None, budget.nodes))
        else:
            found.append((value, budget.nodes))
    return found


def random_geometry(random: Random) -> Geometry:
    columns, rows = random.randint(3, 9), random.randint(3, 9)
    return Geometry(columns, rows, random.randint(3, max(columns, rows)))


def random_marks(geometry: Geometry, random: Random) -> tuple[int, int]:
    marks = [0, 0]
    count = random.randrange(geometry.size)
    for number, cell in enumerate(random.sample(range(geometry.size), count)):
        if not has_line(geometry, marks[number % 2] | 1 << cell):
            marks[number % 2] |= 1 << cell
    return marks[0], marks[1]


if __name__ == "__main__":
    loaded = load(Path(sys.argv[1]))
    assert loaded, "The library cannot be loaded."
    compare(loaded, int(sys.argv[2]), int(sys.argv[3]))
