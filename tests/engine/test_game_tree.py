"""The counts of the game tree: the known totals, and a plain count of other positions."""

from collections import Counter

import pytest

from service.engine.game_tree import GameTree, Outcomes, Ply, game_tree
from service.engine.textbook.search import searched
from tests import reference
from tests.engine.conversion import position_of
from tests.engine.positions import MISERE_3X3, SOME_RULES, both_games, random_positions
from tests.reference import THREE_BY_THREE, Rules


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
        plies.append(Ply(*counts, ply))
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
