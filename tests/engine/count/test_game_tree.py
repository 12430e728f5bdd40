"""The counts of the game tree: the known totals, and a plain count of other positions."""

from collections import Counter

import pytest

from service.engine.count.game_tree import MAX_EMPTY_CELLS, GameTree, Outcomes, Ply, game_tree
from service.engine.errors import TreeTooLarge
from service.engine.textbook.search import searched
from tests import reference
from tests.engine.conversion import position_of
from tests.engine.positions import (
    EMPTY_3X3,
    MISERE_3X3,
    SOME_RULES,
    all_finished,
    both_games,
    random_positions,
    seeded,
)
from tests.reference import THREE_BY_THREE, Rules


def test_3x3_tree_has_its_known_counts() -> None:
    tree = game_tree(EMPTY_3X3)
    assert (tree.position, tree.nodes, tree.games) == (EMPTY_3X3, 549_946, 255_168)
    assert tree.outcomes == Outcomes(x_wins=131_184, o_wins=77_904, draws=46_080)
    assert (tree.positions, tree.canonical_positions) == (5_478, 765)
    assert tree.searched == searched(EMPTY_3X3, 549_946)
    assert tree.plies == (
        Ply(0, 1, 0, Outcomes(0, 0, 0), 1, 1),
        Ply(1, 9, 0, Outcomes(0, 0, 0), 9, 3),
        Ply(2, 72, 0, Outcomes(0, 0, 0), 72, 12),
        Ply(3, 504, 0, Outcomes(0, 0, 0), 252, 38),
        Ply(4, 3_024, 0, Outcomes(0, 0, 0), 756, 108),
        Ply(5, 15_120, 1_440, Outcomes(1_440, 0, 0), 1_260, 174),
        Ply(6, 54_720, 5_328, Outcomes(0, 5_328, 0), 1_520, 204),
        Ply(7, 148_176, 47_952, Outcomes(47_952, 0, 0), 1_140, 153),
        Ply(8, 200_448, 72_576, Outcomes(0, 72_576, 0), 390, 57),
        Ply(9, 127_872, 127_872, Outcomes(81_792, 0, 46_080), 78, 15),
    )


@pytest.mark.parametrize(("cell", "nodes"), [(0, 59_705), (1, 63_905), (4, 55_505)])
def test_opening_has_its_known_number_of_nodes(cell: int, nodes: int) -> None:
    assert game_tree(EMPTY_3X3.play(cell)).nodes == nodes


@pytest.mark.parametrize(("side", "rules"), [("O", THREE_BY_THREE), ("X", MISERE_3X3)], ids=str)
def test_outcomes_change_sides_if_o_starts_and_in_misere(side: str, rules: Rules) -> None:
    tree = game_tree(position_of(rules.empty_board, side, rules))
    assert tree.outcomes == Outcomes(x_wins=77_904, o_wins=131_184, draws=46_080)
    assert (tree.nodes, tree.positions, tree.canonical_positions) == (549_946, 5_478, 765)


def counted(rules: Rules, board: str, side: str) -> GameTree:
    """The counts by the reference, which visits every node."""
    nodes = list(reference.tree(rules, board, side))
    plies = []
    all_winners: Counter[str | None] = Counter()
    for ply in range(1 + max(ply for ply, _, _ in nodes)):
        boards = [board for number, board, _ in nodes if number == ply]
        ended = [board for board in boards if not reference.legal_moves(rules, board)]
        canonical = {min(reference.symmetric_copies(rules, board)) for board in set(boards)}
        winners = Counter(reference.winner(rules, board) for board in ended)
        all_winners += winners
        counts = (len(boards), len(ended), outcomes_of(winners), len(set(boards)), len(canonical))
        plies.append(Ply(ply, *counts))
    position = position_of(board, side, rules)
    return GameTree(
        position=position,
        nodes=len(nodes),
        games=all_winners.total(),
        outcomes=outcomes_of(all_winners),
        positions=len({board for _, board, _ in nodes}),
        canonical_positions=sum(ply.canonical_positions for ply in plies),
        plies=tuple(plies),
        searched=searched(position, len(nodes)),
    )


def outcomes_of(winners: Counter[str | None]) -> Outcomes:
    return Outcomes(x_wins=winners["X"], o_wins=winners["O"], draws=winners[None])


@pytest.mark.parametrize("rules", both_games(SOME_RULES), ids=str)
def test_counts_match_a_plain_count(rules: Rules) -> None:
    for board, side in random_positions(rules, range(1, 7), seed=14):
        assert game_tree(position_of(board, side, rules)) == counted(rules, board, side)


def test_finished_game_is_one_node_and_one_game() -> None:
    for board, side in seeded(15).sample(all_finished(), 50):
        tree = game_tree(position_of(board, side))
        assert (tree.nodes, tree.games, len(tree.plies)) == (1, 1, 1)
        assert tree == counted(THREE_BY_THREE, board, side)


def test_limit_of_empty_cells_is_12() -> None:
    assert MAX_EMPTY_CELLS == 12
    assert game_tree(position_of("." * 12, "X", Rules(4, 3, 3))).plies[1].nodes == 12
    with pytest.raises(TreeTooLarge) as raised:
        game_tree(position_of("XO" + "." * 13, "X", Rules(5, 3, 3)))
    assert str(raised.value) == (
        "The game tree is too large. Use a board with at most 12 empty cells."
    )
