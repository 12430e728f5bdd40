"""What takes part in the comparison of engines, and Noughts itself."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from service.engine.analysis import Analysis
from service.engine.board.position import Position
from service.engine.budget import DEFAULT_NODES
from service.engine.search.analyze import analyze

Points = dict[int, int]  # cell -> score of the move there, as the API states it


class NotInstalledError(Exception):
    """A peer is missing; none is part of what the service or its tests need."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A way to score every move of a position; only the call of what `prepare` returns is timed.

    `prepare` turns a position into the contestant's own form, `read` its answer into points.
    """

    name: str
    prepare: Callable[[Position], Callable[[], Any]]
    read: Callable[[Any], Points]

    def points(self, position: Position) -> Points:
        """The score of every move."""
        return self.read(self.prepare(position)())


def cold_analysis(position: Position) -> Analysis:
    """The analysis, searched anew even where the service would have it in its cache."""
    return analyze(position, DEFAULT_NODES, None)


def _prepare(position: Position) -> Callable[[], Analysis]:
    return lambda: cold_analysis(position)


def _read(analysis: Analysis) -> Points:
    points = {move.cell: move.score.points for move in analysis.moves}
    return {cell: score for cell, score in points.items() if score is not None}


NOUGHTS = Contestant("Noughts", _prepare, _read)
