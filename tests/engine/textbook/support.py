"""Searches and positions that several tests trace."""

from itertools import product
from math import inf

from service.engine.textbook.recorder import Node
from service.engine.textbook.search import Algorithm, Valuation

SEARCHES = list(product(Algorithm, Valuation))
ARTICLE = "XO....O.X"
THREE_MOVES = "XX.XOOO.."


def bounds_of(node: Node) -> tuple[float, float]:
    """The window of a node."""
    return (
        -inf if node.alpha is None else node.alpha,
        inf if node.beta is None else node.beta,
    )
