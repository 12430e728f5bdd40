"""Windows of traces: replayed, and every cut held against plain minimax."""

from math import inf

import pytest

from service.engine.textbook.fitting import MAX_EMPTY_CELLS
from service.engine.textbook.recorder import NodeEnd
from service.engine.textbook.search import Algorithm, Question, Valuation
from service.engine.textbook.trace import Trace, trace
from tests import reference
from tests.engine.support import (
    EMPTY_3X3,
    all_unfinished,
    position_of,
    seeded,
)
from tests.engine.textbook.support import ARTICLE, SEARCHES, THREE_MOVES, bounds_of
from tests.reference import Rules


def replayed(found: Trace) -> None:
    """Enter and leave in the order of the clock, and compute each window and value anew."""
    is_minimax = found.question.algorithm is Algorithm.MINIMAX
    events = sorted(
        [(node.entered, "enter", node) for node in found.nodes]
        + [(node.left, "leave", node) for node in found.nodes]
    )
    assert [clock for clock, _, _ in events] == list(range(2 * len(found.nodes)))
    windows: dict[int, tuple[float, float]] = {}  # of the nodes on the path, as they narrow
    values: dict[int, list[float]] = {}
    path: list[int] = []
    for _, event, node in events:
        if event == "enter":
            assert node.parent == (path[-1] if path else None)
            assert node.ply == len(path)
            expected = windows[path[-1]] if path and not is_minimax else (-inf, inf)
            assert bounds_of(node) == expected
            windows[node.id], values[node.id] = expected, []
            path.append(node.id)
            continue
        assert path.pop() == node.id
        if values[node.id]:
            best = max(values[node.id]) if node.ply % 2 == 0 else min(values[node.id])
            assert node.value == best
        elif node.end is NodeEnd.CACHED:
            assert node.same_as is not None
            repeated = found.nodes[node.same_as]
            assert repeated.left < node.entered
            assert (repeated.value, bounds_of(repeated)) == (node.value, bounds_of(node))
        if path:
            alpha, beta = windows[path[-1]]
            values[path[-1]].append(node.value)
            maximises = len(path) % 2 == 1
            windows[path[-1]] = (
                (max(alpha, node.value), beta) if maximises else (alpha, min(beta, node.value))
            )


@pytest.mark.parametrize(("algorithm", "values"), SEARCHES)
def test_a_replay_reproduces_every_value(algorithm: Algorithm, values: Valuation) -> None:
    random = seeded(18)
    for board, side in random.sample(all_unfinished(), 40):
        if board.count(".") <= MAX_EMPTY_CELLS:
            replayed(trace(Question(position_of(board, side), algorithm, values)))
    replayed(trace(Question(EMPTY_3X3, algorithm, values, 3)))


def worths(found: Trace) -> dict[int, float]:
    """The exact worth of each node for the side to move at the root, by plain minimax."""
    position = found.question.position
    board = "".join(
        "X" if position.x >> c & 1 else "O" if position.o >> c & 1 else "." for c in range(9)
    )
    side = str(position.side_to_move)
    boards = {0: (board, side)}
    for node in found.nodes[1:]:
        assert node.parent is not None
        assert node.cell is not None
        above, mover = boards[node.parent]
        boards[node.id] = (reference.play(above, mover, node.cell), reference.opponent(mover))
    memo: reference.Memo = {}
    exact: dict[int, float] = {}
    for number, (below, mover) in boards.items():
        points = reference.score(Rules(), below, mover, memo)
        outcome = (points > 0) - (points < 0)
        exact[number] = outcome if mover == side else -outcome
    return exact


@pytest.mark.parametrize("algorithm", [Algorithm.ALPHA_BETA, Algorithm.ALPHA_BETA_CACHED])
def test_no_cut_changes_the_value_of_the_root(algorithm: Algorithm) -> None:
    cuts = 0
    boards = seeded(19).sample(all_unfinished(), 100)
    for board, side in [*boards, (ARTICLE, "X"), (ARTICLE, "O"), (THREE_MOVES, "X")]:
        if board.count(".") > MAX_EMPTY_CELLS:
            continue
        found = trace(Question(position_of(board, side), algorithm))
        exact = worths(found)
        assert found.nodes[0].value == exact[0]
        for node in found.nodes:
            alpha, beta = bounds_of(node)
            if node.end is not NodeEnd.CUTOFF:
                assert node.left_out == ()
                continue
            cuts += 1
            assert node.left_out
            if node.ply % 2 == 0:  # whatever else the maximiser has, beta is already reached
                assert exact[node.id] >= node.value >= beta
            else:
                assert exact[node.id] <= node.value <= alpha
    assert cuts > 50
