"""The exam compared with every game of a player, played out one by one."""

import pytest

from service.engine.exam.report import Exam, ExamVerdict
from service.engine.textbook.search import Valuation
from tests import reference
from tests.engine.conversion import board_of
from tests.engine.exam.every_game import Game, Table, all_games, signs, table_of, verdict_of
from tests.engine.exam.players import FAULTY, Faulty, perfect
from tests.engine.exam.support import exam_of, table_3x3
from tests.engine.positions import MEMO_3X3, MISERE_3X3, seeded
from tests.parameters import in_full
from tests.reference import THREE_BY_THREE, Rules


def check_against_every_game(
    table: Table,
    side: str,
    rules: Rules = THREE_BY_THREE,
    starting_side: str = "X",
    values: Valuation = Valuation.SCORE,
) -> str:
    """Compare an exam with all games of the player, played out one by one; the verdict."""
    exam = exam_of(table, side, rules, starting_side, values)
    first = Game(only_outcome=values is Valuation.OUTCOME)
    start = (rules.empty_board, starting_side, first)
    games = list(all_games(rules, side, table, MEMO_3X3, *start))
    verdict, shortest = verdict_of(games)
    assert exam.verdict == verdict
    assert exam.games == sum(game.result in {"win", "draw", "loss"} for game in games)
    assert exam.positions == len({board for game in games for board in game.boards})
    assert {(board_of(it.position), it.cell) for it in exam.mistakes} == {
        (it.board, it.cell) for game in games for it in game.mistakes
    }
    check_shares(exam, {board for game in games for board in game.boards}, table, side, rules)
    missing = {game.boards[-1] for game in games if game.result == "missing"}
    needed = [notation.replace("/", "") for notation in exam.needed]
    assert set(needed) == (missing if verdict == "incomplete" else set())
    assert len(needed) == len(set(needed))
    empty_cells = [board.count(".") for board in needed]
    assert empty_cells == sorted(empty_cells, reverse=True)
    if shortest and verdict != "incomplete":
        assert exam.refutation
        assert exam.refutation.cells in shortest
        assert exam.refutation.result in {
            game.result for game in games if game.cells == exam.refutation.cells
        }
    else:
        assert exam.refutation is None
    return verdict


def check_shares(exam: Exam, boards: set[str], table: Table, side: str, rules: Rules) -> None:
    """Compare the shares of moves that are the best, and that keep the outcome."""
    if exam.verdict is ExamVerdict.INCOMPLETE:
        assert (exam.best_share, exam.outcome_share, exam.text) == (None, None, None)
        return
    best, kept, moved = 0, 0, 0
    for board in boards & table.keys():
        scores = reference.move_scores(rules, board, side, MEMO_3X3)
        if table[board] in scores:
            moved += 1
            best += scores[table[board]] == max(scores.values())
            kept += signs(scores)[table[board]] == max(signs(scores).values())
    assert exam.best_share == (best / moved if moved else 0)
    assert exam.outcome_share == (kept / moved if moved else 0)
    assert (exam.text is None) == (exam.verdict is ExamVerdict.PERFECT)


VERDICTS = {  # as X and as O
    "never_blocks_the_anti_diagonal": ("loses", "loses"),
    "takes_a_slow_win": ("unbeaten", "unbeaten"),
    "fooled_by_one_fork": ("perfect", "loses"),
    "illegal_on_one_position": ("illegal", "perfect"),
    "blocks_before_it_wins": ("loses", "loses"),
    "first_free_cell": ("loses", "loses"),
    "perfect": ("perfect", "perfect"),
}


@pytest.mark.parametrize(
    "player", [perfect, FAULTY[0], *in_full(*FAULTY[1:])], ids=lambda player: player.__name__
)
def test_planted_fault_is_refuted_by_the_shortest_game(player: Faulty) -> None:
    random = seeded(30)
    for side, expected in zip("XO", VERDICTS[player.__name__], strict=True):
        table = table_3x3(player, side)
        assert check_against_every_game(table, side) == expected
        for share in (0.3, 0.9):
            known = {board: cell for board, cell in table.items() if random.random() < share}
            check_against_every_game(known, side)


OUTCOME_VERDICTS = VERDICTS | {"takes_a_slow_win": ("perfect", "perfect")}


@pytest.mark.parametrize("player", [perfect, *FAULTY], ids=lambda player: player.__name__)
def test_only_the_outcome_counts_if_asked(player: Faulty) -> None:
    for side, expected in zip("XO", OUTCOME_VERDICTS[player.__name__], strict=True):
        table = table_3x3(player, side)
        assert check_against_every_game(table, side, values=Valuation.OUTCOME) == expected


@pytest.mark.parametrize("utility", ["first", "last", "random"])
@pytest.mark.parametrize("side", ["X", "O"])
def test_minimax_of_1_0_and_minus_1_is_perfect_by_outcome(side: str, utility: str) -> None:
    """Any of the moves with the best outcome, as a course's minimax chooses."""
    random = seeded(50)

    def minimax(board: str) -> int:
        found = signs(reference.move_scores(THREE_BY_THREE, board, side, MEMO_3X3))
        best = [cell for cell in found if found[cell] == max(found.values())]
        return {"first": best[0], "last": best[-1], "random": random.choice(best)}[utility]

    table = table_of(THREE_BY_THREE, side, minimax)
    assert check_against_every_game(table, side, values=Valuation.OUTCOME) == "perfect"
    by_score = check_against_every_game(table, side)
    assert by_score in {"perfect", "unbeaten"}


@pytest.mark.parametrize("side", ["X", "O"])
def test_player_that_gives_away_wins_is_not_perfect(side: str) -> None:
    def no_wins(board: str) -> int:
        """A move that draws if there is one."""
        found = signs(reference.move_scores(THREE_BY_THREE, board, side, MEMO_3X3))
        return min(found, key=lambda cell: (abs(found[cell]), -found[cell]))

    table = table_of(THREE_BY_THREE, side, no_wins)
    for values in Valuation:
        assert check_against_every_game(table, side, values=values) == "unbeaten"


@pytest.mark.parametrize("tables", [1, *in_full(12)])
@pytest.mark.parametrize("side", ["X", "O"])
def test_random_tables_match_every_game(side: str, tables: int) -> None:
    random = seeded(40)

    def anything(board: str) -> int:
        return random.choice(reference.legal_moves(THREE_BY_THREE, board))

    for starts in ["X", "O"] * tables:
        table = table_of(THREE_BY_THREE, side, anything, starts)
        for values in Valuation:
            check_against_every_game(table, side, starting_side=starts, values=values)


@pytest.mark.parametrize("side", ["X", "O"])
def test_misere_table_matches_every_game(side: str) -> None:
    def worst_with_five_empty_cells(board: str) -> int:
        scores = reference.move_scores(MISERE_3X3, board, side, MEMO_3X3)
        choose = min if board.count(".") == 5 else max
        return choose(scores, key=scores.__getitem__)

    table = table_of(MISERE_3X3, side, worst_with_five_empty_cells)
    for values in Valuation:
        check_against_every_game(table, side, MISERE_3X3, values=values)
