"""Draw the trees of the lessons, small, in one file: a symbol for each lesson."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from service.api.release import STATIC
from service.engine.board.notation import read_position
from service.engine.textbook.search import Algorithm, TextbookSearch, Valuation
from service.engine.textbook.trace import Node, NodeEnd, trace

LESSONS: Final = STATIC / "learn" / "lessons.js"
PICTURES: Final = STATIC / "learn" / "pictures.svg"
WIDTH, HEIGHT, MARGIN = 160, 90, 8
MOST_NODES: Final = 37
SYMBOL: Final = (
    '<symbol id="{id}" viewBox="0 0 {width} {height}"><g fill="none" stroke="currentColor" '
    'stroke-linecap="round"><path opacity=".5" d="{edges}"/><path stroke-width="6" d="{nodes}"/>'
    '<path stroke-width="2" d="{cuts}"/></g></symbol>'
)


class Lesson(NamedTuple):
    """A lesson's position and its first search."""

    id: str
    board: str
    in_a_row: int
    algorithm: str
    max_depth: int | None


def lessons() -> Iterator[Lesson]:
    """Yield the lessons of lessons.js."""
    for text in LESSONS.read_text(encoding="utf-8").split('  lesson("')[1:]:
        [board] = re.findall(r'board: "([^"]+)"', text)
        algorithm, depth = re.findall(r'\{ algorithm: "(\w+)"(?:, max_depth: (\d))?', text)[0]
        in_a_row = re.findall(r"in_a_row: (\d)", text)
        size = int(in_a_row[0]) if in_a_row else 3
        yield Lesson(text.split('"')[0], board, size, algorithm, int(depth) if depth else None)


def lesson_pictures() -> str:
    """Return an SVG file with the tree of each lesson."""
    symbols = "\n".join(map(_symbol, lessons()))
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def _symbol(lesson: Lesson) -> str:
    """Return the tree of a lesson, with as many whole plies as there is room for."""
    position = read_position(lesson.board, None, lesson.in_a_row, misere=False)
    algorithm = Algorithm(lesson.algorithm)
    search = TextbookSearch(position, algorithm, Valuation.OUTCOME, lesson.max_depth)
    nodes = trace(search).nodes
    plies = [node.ply for node in nodes]
    depth = max(ply for ply in range(max(plies) + 1) if sum(p <= ply for p in plies) <= MOST_NODES)
    shown = [node for node in nodes if node.ply <= depth]
    places = _places(shown, depth)
    edges = (
        "M{} {}L{} {}".format(*places[node.parent], *places[node.id])
        for node in shown
        if node.parent is not None
    )
    dots = (f"M{x} {y}h0" for x, y in places.values())
    cut = (places[node.id] for node in shown if node.end is NodeEnd.CUTOFF)
    return SYMBOL.format(
        id=lesson.id,
        width=WIDTH,
        height=HEIGHT,
        edges="".join(edges),
        nodes="".join(dots),
        cuts="".join(f"M{x + 4} {y + 4}l8 4" for x, y in cut),
    )


def _places(nodes: list[Node], depth: int) -> dict[int, tuple[int, int]]:
    """Return where nodes are drawn: leaves at equal distances, parents above their middle."""
    children: dict[int, list[int]] = {node.id: [] for node in nodes}
    for node in nodes:
        if node.parent is not None:
            children[node.parent].append(node.id)
    leaves = [node.id for node in nodes if not children[node.id]]
    gap = (WIDTH - 2 * MARGIN) / max(len(leaves) - 1, 1)
    across = {leaf: MARGIN + index * gap for index, leaf in enumerate(leaves)}
    for node in reversed(nodes):  # Parents have lower numbers than their children.
        if below := children[node.id]:
            across[node.id] = sum(across[child] for child in below) / len(below)
    down = (HEIGHT - 2 * MARGIN) / max(depth, 1)
    return {node.id: (round(across[node.id]), round(MARGIN + node.ply * down)) for node in nodes}
