"""Trace a search, or suggest one that fits the node limit."""

from collections.abc import Iterator
from dataclasses import replace

from ..errors import TraceTooLarge
from .recorder import limited
from .search import MAX_DEPTH, Algorithm, Question, search
from .trace import Trace, trace

MAX_EMPTY_CELLS = 6  # Even all orders of so few moves fit: 1,957 nodes.


def trace_or_suggest(question: Question) -> Trace:
    """Return the trace of a search; raise TraceTooLarge with advice on what fits."""
    try:
        return trace(question)
    except TraceTooLarge as error:
        raise TraceTooLarge(f"{error} {_advice(question)}") from None


def _advice(question: Question) -> str:
    """Return the algorithms and the depth that fit, all else being equal."""
    algorithms = " or ".join(_algorithms_that_fit(question))
    return "".join(
        [
            "Use ",
            f"algorithm {algorithms}, " if algorithms else "",
            f"max_depth {_depth_that_fits(question)} or less, ",
            f"or a board with at most {MAX_EMPTY_CELLS} empty cells.",
        ]
    )


def _algorithms_that_fit(question: Question) -> Iterator[Algorithm]:
    for algorithm in Algorithm:
        if algorithm is not question.algorithm and _fits(replace(question, algorithm=algorithm)):
            yield algorithm


def _depth_that_fits(question: Question) -> int:
    """Return the depth up to which all fit; one ply always does, on at most 81 cells."""
    depths = range(2, MAX_DEPTH + 1)
    too_deep = (depth for depth in depths if not _fits(replace(question, max_depth=depth)))
    return next(too_deep, MAX_DEPTH + 1) - 1


def _fits(question: Question) -> bool:
    """Return whether the search lists at most MAX_LISTED nodes."""
    try:
        search(question, limited)
    except TraceTooLarge:
        return False
    return True
