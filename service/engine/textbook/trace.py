"""Represent the trace of a textbook search: its nodes, counts and best moves."""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from .recorder import Node, NodeEnd, Recorder, limited
from .search import Question, search


class PlyCounts(NamedTuple):
    """Counts at one distance from the root."""

    ply: int
    entered: int
    cut_off: int


class Counts(NamedTuple):
    """Nodes entered, without cached ones, nodes cut off, and the cells skipped by them."""

    entered: int
    cut_off: int
    left_out: int
    plies: tuple[PlyCounts, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """All nodes of a search in order of entry, the root first."""

    question: Question
    nodes: tuple[Node, ...]

    @property
    def best_moves(self) -> list[int]:
        """Return the cells known to have the root's value: it lies strictly inside their window."""
        return [
            node.cell
            for node in self.nodes
            if node.parent == 0 and node.cell is not None and _is_known(node, self.nodes[0].value)
        ]

    @property
    def counts(self) -> Counts:
        """Return the counts of the search, in total and ply by ply."""
        entered = Counter(node.ply for node in self.nodes if node.end is not NodeEnd.CACHED)
        cut_off = Counter(node.ply for node in self.nodes if node.end is NodeEnd.CUTOFF)
        return Counts(
            entered.total(),
            cut_off.total(),
            sum(len(node.left_out) for node in self.nodes),
            tuple(PlyCounts(ply, entered[ply], cut_off[ply]) for ply in sorted(entered)),
        )


def _is_known(node: Node, value: float) -> bool:
    """Return whether a node is known to have exactly this value."""
    above = node.alpha is None or node.alpha < value
    below = node.beta is None or value < node.beta
    return node.value == value and above and below


def trace(question: Question) -> Trace:
    """Return the recorded search of a position; raise TraceTooLarge beyond MAX_LISTED nodes."""
    recorder = Recorder(question)
    search(question, lambda alpha_beta: limited(recorder.observed(alpha_beta)))
    return Trace(question, tuple(sorted(recorder.nodes)))
