"""The answers of /learn/practice are those of a second, plainly written minimax and alpha-beta."""

import json
from itertools import product
from math import inf
from pathlib import Path
from typing import Any

import pytest

from tests.live import ROOT
from tests.programs import output_of

pytestmark = pytest.mark.full

NODE: list[str | Path] = ["node", ROOT / "tests" / "learn" / "practice.mjs"]
SIZES = [(2, 2), (2, 3), (2, 4), (2, 5), (3, 2), (3, 3), (4, 2)]
SEEDS = 50
# Trees of any shape, in which numbers can be equal or negative.
TREES = [[[1, 1], [1, 1]], [[-3], [0, [2, -9]]], [[[[5]]]], [4, [3, 4, 4], [[9, -1, 0], 2]]]

Tree = Any  # a number, or a list of trees


def minimax(tree: Tree, is_max: bool) -> int:
    """The value of a tree for MAX."""
    if isinstance(tree, int):
        return tree
    values = [minimax(child, not is_max) for child in tree]
    return max(values) if is_max else min(values)


def alpha_beta(tree: Tree, is_max: bool, alpha: float, beta: float, calls: list[Any]) -> float:
    """The same, from left to right; `calls` gets the tree, alpha and beta of each call."""
    calls.append((tree, alpha, beta))
    if isinstance(tree, int):
        return tree
    best = -inf if is_max else inf
    for child in tree:
        value = alpha_beta(child, not is_max, alpha, beta, calls)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def in_order(tree: Tree) -> list[Tree]:
    """All nodes of a tree, each before its children."""
    below = [] if isinstance(tree, int) else [node for child in tree for node in in_order(child)]
    return [tree, *below]


class Leaf(int):
    """A number that differs from all others by its identity."""


def with_identity(tree: Tree) -> Tree:
    return Leaf(tree) if isinstance(tree, int) else [with_identity(child) for child in tree]


def written(tree: Tree) -> str:
    return str(tree) if isinstance(tree, int) else f"({','.join(map(written, tree))})"


def practices(queries: list[str]) -> list[Any]:
    """What the page asks for each query."""
    return list(json.loads(output_of(*NODE, input=json.dumps(queries))))


def check(practice: Any) -> None:  # noqa: ANN401  JSON
    """Compare what the page says about a tree with both searches."""
    tree, is_max = with_identity(practice["tree"]), practice["first"] == "MAX"
    nodes = in_order(tree)
    ids = {id(node): place for place, node in enumerate(nodes)}
    levels = {id(tree): is_max}
    for node in nodes:
        for child in [] if isinstance(node, int) else node:
            levels[id(child)] = not levels[id(node)]
    values = [minimax(node, levels[id(node)]) for node in nodes]
    assert [node["minimax"] for node in practice["nodes"]] == values

    calls: list[Any] = []
    assert alpha_beta(tree, is_max, -inf, inf, calls) == values[0]
    windows = {ids[id(node)]: [alpha, beta] for node, alpha, beta in calls}
    entered = [place for place, node in enumerate(practice["nodes"]) if "entered" in node]
    assert entered == sorted(windows)
    for place in entered:
        node = practice["nodes"][place]
        assert [float(node["alpha"]), float(node["beta"])] == windows[place]
    skipped = [
        place for place, node in enumerate(nodes) if isinstance(node, int) and place not in windows
    ]
    assert practice["skipped"] == skipped

    *of_values, leaves, window = practice["questions"]
    for question in of_values:
        assert question["values"] == [values[place] for place in question["marked"]]
    assert of_values[-1]["marked"] == [0]
    assert leaves["pick"] == skipped
    [place] = window["marked"]
    assert [float(value) for value in window["values"]] == windows[place]


def test_answers_for_hundreds_of_trees() -> None:
    sizes = [
        f"?depth={depth}&width={width}&seed={seed}&first={first}"
        for (depth, width), seed, first in product(SIZES, range(SEEDS), ["max", "min"])
    ]
    own = [f"?tree={written(tree)}&first={first}" for first in ("max", "min") for tree in TREES]
    found = practices([*sizes, *own])
    for practice in found:
        check(practice)
    assert [practice["tree"] for practice in found[len(sizes) :]] == TREES * 2


def test_drawn_tree_has_its_size_different_numbers_and_a_cutoff() -> None:
    for depth, width in SIZES:
        for practice in practices([f"?depth={depth}&width={width}&seed={n}" for n in range(100)]):
            nodes = in_order(practice["tree"])
            leaves = [node for node in nodes if isinstance(node, int)]
            assert len(set(leaves)) == len(leaves)
            widths = {len(node) for node in nodes if not isinstance(node, int)}
            assert widths <= set(range(2, width + 1))
            assert practice["skipped"]
