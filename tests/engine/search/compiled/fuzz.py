"""The compiled search beside the Python one, question by question.

`python -m tests.engine.search.compiled.fuzz LIBRARY SEED COUNT` runs it in a process of its own.
"""

import sys
from collections.abc import Callable
from ctypes import CDLL
from pathlib import Path
from random import Random
from typing import TypeVar

from service.engine.board.geometry import Geometry, has_line
from service.engine.budget import Budget, BudgetSpentError
from service.engine.search import table
from service.engine.search.blocking import Blocking
from service.engine.search.compiled.interface import CompiledBlocking, CompiledSolver, load
from service.engine.search.misere import MisereSearch
from service.engine.search.negamax import Search

Searcher = TypeVar("Searcher")
Answers = list[int | None]  # what is answered, None for a spent budget, and the nodes, in turn


def compare(library: CDLL, seed: int, count: int) -> None:
    """Ask both the same random questions; raises AssertionError where they differ."""
    random = Random(seed)
    slots = table.SLOTS
    try:
        for _ in range(count):
            table.SLOTS = random.choice([(7, 7, 7, 7), (101, 101, 101, 101), slots])
            compare_one(library, random)
    finally:
        table.SLOTS = slots


def compare_one(library: CDLL, random: Random) -> None:
    """Ask one question, again and again with budgets that may end early."""
    geometry = random_geometry(random)
    own, other = random_marks(geometry, random)
    nodes = random.choice([50, 300, 1_500])
    limits = [random.randrange(1, nodes), random.randrange(1, nodes), nodes]
    kind = random.choice(["normal", "misère", "maker", "breaker"])
    if kind in {"maker", "breaker"}:
        maker_to_move = kind == "maker"
        in_python = ask_each(
            lambda budget: Blocking(geometry, budget, nodes),
            lambda it: it.holds(own, other, maker_to_move=maker_to_move),
            nodes,
            limits,
        )
        compiled = ask_each(
            lambda budget: CompiledBlocking(library, geometry, budget, nodes),
            lambda it: it.holds(own, other, maker_to_move=maker_to_move),
            nodes,
            limits,
        )
    else:
        misere = kind == "misère"
        search = MisereSearch if misere else Search
        alpha = random.choice([-1000, random.randrange(-geometry.size, geometry.size)])
        beta = random.choice([1000, random.randrange(alpha + 1, max(alpha, geometry.size) + 2)])
        in_python = ask_each(
            lambda budget: search(geometry, budget),
            lambda it: it.value_after(own, other, alpha, beta),
            nodes,
            limits,
        )
        compiled = ask_each(
            lambda budget: CompiledSolver(library, geometry, budget, misere=misere),
            lambda it: it.value_after(own, other, alpha, beta),
            nodes,
            limits,
        )
    assert compiled == in_python, (kind, geometry, own, other, nodes, limits, table.SLOTS)


def ask_each(
    make: Callable[[Budget], Searcher],
    ask: Callable[[Searcher], int],
    nodes: int,
    limits: list[int],
) -> Answers:
    """The answers of one search to the same question, with each limit in turn."""
    budget = Budget(nodes)
    searcher = make(budget)
    answers: Answers = []
    for limit in limits:
        budget.limit(limit)
        try:
            answers.append(int(ask(searcher)))
        except BudgetSpentError:
            answers.append(None)
        answers.append(budget.nodes)
    return answers


def random_geometry(random: Random) -> Geometry:
    """Any geometry."""
    columns, rows = random.randint(3, 9), random.randint(3, 9)
    return Geometry(columns, rows, random.randint(3, max(columns, rows)))


def random_marks(geometry: Geometry, random: Random) -> tuple[int, int]:
    """Marks of both sides without a line."""
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
