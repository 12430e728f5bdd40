"""The sentence for a move: well-formed, and true by the reference's rules and exact scores."""

import re
from dataclasses import dataclass

import pytest

from service.engine.analysis import Analysis
from service.engine.budget import DEFAULT_NODES
from service.engine.explain.hints import PLACES_3X3, hint, place
from service.engine.score import Outcome
from service.engine.search.analyze import analyze
from tests import reference
from tests.engine.board.test_tactics import threatened_cells, winning_cells
from tests.engine.explain.test_reasons import can_fork, forked_in_reply, reason_of_place
from tests.engine.support import (
    MEMO_3X3,
    UNFINISHED,
    Positions,
    all_unfinished,
    geometry_of,
    position_of,
    random_unfinished,
    seeded,
)
from tests.reference import THREE_BY_THREE, Memo, Rules

MISERE_3X3 = Rules(misere=True)

CELL_AT = {
    "at the upper left": 0,
    "at the top": 1,
    "at the upper right": 2,
    "at the left": 3,
    "in the centre": 4,
    "at the right": 5,
    "at the lower left": 6,
    "at the bottom": 7,
    "at the lower right": 8,
}
PLACE = "|".join([*CELL_AT, r"at [a-i]\d"])
ACTION = "|".join(
    [
        "Completes a line and (?:wins|loses)",
        f"Blocks [XO]'s win (?:{PLACE})",
        r"Creates \w+ threats at once",
        "Keeps [XO] from making two threats at once",
        "Takes the centre",
        "Takes the corner opposite [XO]'s",
        "Takes a corner",
        "Takes a side",
        "Takes an inner cell",
    ]
)
END = "|".join(
    [
        "",
        r", and wins in \d+",
        ", and holds the draw",
        ", but gives up the win",
        "; the outcome is not proved",
        r"(?:, but l|L)oses in (?P<lost_in>\d+)",
    ]
)
ANSWER = f": (?P<answering>[XO]) (?P<verb>wins|answers) (?P<at>{PLACE})"
SENTENCE = re.compile(f"(?P<action>{ACTION})?(?P<end>{END})(?P<answer>{ANSWER})?")


@dataclass(frozen=True)
class Case:
    """A move of a position, with what saves the reference repetitions."""

    rules: Rules
    board: str
    side: str
    cell: int
    memo: Memo

    @property
    def other(self) -> str:
        """The side that answers."""
        return reference.opponent(self.side)

    @property
    def after(self) -> str:
        """The board after the move."""
        return reference.play(self.board, self.side, self.cell)

    @property
    def place(self) -> str:
        """Where the cell is, in words."""
        if self.rules.columns == self.rules.rows == 3:
            return next(words for words, cell in CELL_AT.items() if cell == self.cell)
        row, column = divmod(self.cell, self.rules.columns)
        return f"at {'abcdefghi'[column]}{row + 1}"


def cell_of(rules: Rules, words: str) -> int:
    """The cell of a place in words."""
    if rules.columns == rules.rows == 3:
        return CELL_AT[words]
    row, column = int(words[-1]), words[-2]
    return (row - 1) * rules.columns + "abcdefghi".index(column)


def parsed(sentence: str) -> re.Match[str]:
    """The parts of a sentence that is well-formed."""
    found = SENTENCE.fullmatch(sentence)
    assert found, sentence
    assert sentence[0].isupper(), sentence
    assert "\n" not in sentence
    assert not sentence.endswith(".")
    assert (found["action"] is None) is found["end"].startswith("Loses"), sentence
    return found


def true_actions(case: Case) -> list[str]:
    """What may be said of what a move does."""
    rules, board, side, other = case.rules, case.board, case.side, case.other
    completes = reference.has_line(rules, case.after, side)
    by_place = {
        "center": "Takes the centre",
        "opposite_corner": f"Takes the corner opposite {other}'s",
        "corner": "Takes a corner",
        "side": "Takes a side",
        None: "Takes an inner cell",
    }[reason_of_place(rules, board, side, case.cell)]
    if rules.misere:
        return ["Completes a line and loses" if completes else by_place]
    actions = ["Completes a line and wins"] if completes else []
    if case.cell in winning_cells(rules, board, other):
        actions.append(f"Blocks {other}'s win {case.place}")
    made = len(threatened_cells(rules, board, side, case.cell))
    if made > 1:
        actions.append(f"Creates {'two' if made == 2 else made} threats at once")
    might_be_forked = not winning_cells(rules, board, other) and can_fork(rules, board, other)
    if might_be_forked and not forked_in_reply(rules, case.after, side):
        actions.append(f"Keeps {other} from making two threats at once")
    return [*actions, by_place]


def true_end(case: Case) -> str:
    """How a true sentence about a move ends, but for an answer and what stands before a loss."""
    moves = reference.legal_moves(case.rules, case.board)
    scores = {
        cell: reference.score_of_move(case.rules, case.board, case.side, cell, case.memo)
        for cell in moves
    }
    score = scores[case.cell]
    plies = 100 - abs(score)
    if score != 0:
        return "" if plies == 1 else f", and wins in {plies}" if score > 0 else f"oses in {plies}"
    if max(scores.values()) > 0:
        return ", but gives up the win"
    return ", and holds the draw" if min(scores.values()) < 0 else ""


def check_end(case: Case, found: re.Match[str]) -> None:
    """What comes of the move is said, and is so."""
    end = true_end(case)
    assert found["end"].endswith(end) if end else not found["end"], (case, found.string)
    if found["end"].startswith(", but l"):
        assert found.string.startswith("Blocks"), (case, found.string)


def check_answer(case: Case, found: re.Match[str]) -> None:
    """A reply is named where the loss takes 2 or 4 plies, and wins in one ply less."""
    plies = int(found["lost_in"] or 0)
    verbs = {} if case.rules.misere else {2: "wins", 4: "answers"}
    assert found["verb"] == verbs.get(plies), (case, found.string)
    if found["answer"]:
        assert found["answering"] == case.other, (case, found.string)
        reply = cell_of(case.rules, found["at"])
        assert case.after[reply] == ".", (case, found.string)
        score = reference.score_of_move(case.rules, case.after, case.other, reply, case.memo)
        assert score == 100 - (plies - 1), (case, found.string)


def sentences_of(analysis: Analysis) -> dict[int, str]:
    """The sentence of every move."""
    return {move.cell: hint(analysis, move) for move in analysis.moves}


def untrue(rules: Rules, board: str, side: str, memo: Memo) -> list[tuple[str, str, int, str]]:
    """The moves of a solved position whose action is not what they do; all else is asserted."""
    analysis = analyze(position_of(board, side, rules), DEFAULT_NODES)
    assert analysis.solved
    wrong = []
    for cell, sentence in sentences_of(analysis).items():
        case = Case(rules, board, side, cell, memo)
        found = parsed(sentence)
        check_end(case, found)
        check_answer(case, found)
        if found["action"] and found["action"] not in true_actions(case):
            wrong.append((board, side, cell, sentence))
    return wrong


@UNFINISHED
def test_every_move_of_every_unfinished_3x3_position(unfinished: Positions) -> None:
    wrong: list[tuple[str, str, int, str]] = []
    for board, side in unfinished():
        wrong += untrue(THREE_BY_THREE, board, side, MEMO_3X3)
    assert wrong == []


def test_every_move_of_many_3x3_positions_in_misere() -> None:
    for board, side in all_unfinished()[::8]:
        assert untrue(MISERE_3X3, board, side, MEMO_3X3) == []


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "rules", [Rules(4, 3, 3), Rules(3, 4, 3), Rules(4, 4, 3), Rules(5, 4, 4)], ids=str
)
def test_every_move_of_random_positions_of_larger_boards(rules: Rules, misere: bool) -> None:
    rules = Rules(rules.columns, rules.rows, rules.in_a_row, misere)
    memo: Memo = {}
    random = seeded(80)
    for empty_cells in [1, 2, 3, 4, 5, 6, 7, 8] * 2:
        board, side = random_unfinished(rules, empty_cells, random)
        assert untrue(rules, board, side, memo) == []


def test_sentences_of_all_kinds_are_among_them() -> None:
    for rules, kinds in [
        (THREE_BY_THREE, {"Completes", "Blocks", "Creates", "Keeps", "Takes", None}),
        (MISERE_3X3, {"Completes", "Takes", None}),
    ]:
        actions, ends = set(), set()
        for board, side in all_unfinished()[::8]:
            for sentence in sentences_of(
                analyze(position_of(board, side, rules), DEFAULT_NODES)
            ).values():
                found = parsed(sentence)
                actions.add(found["action"] and found["action"].split(" ")[0])
                ends.add(re.sub(r"\d", "N", found["end"]))
        assert actions == kinds
        blocked = set() if rules.misere else {", but loses in N"}
        assert ends == blocked | {
            "",
            ", and wins in N",
            ", and holds the draw",
            ", but gives up the win",
            "Loses in N",
        }


def test_places_are_in_words_on_3x3_and_coordinates_elsewhere() -> None:
    assert {place(geometry_of(Rules()), cell): cell for cell in range(9)} == CELL_AT
    assert dict(zip(PLACES_3X3, range(9), strict=True)) == CELL_AT
    assert place(geometry_of(Rules(4, 3, 3)), 0) == "at a1"
    assert place(geometry_of(Rules(4, 3, 3)), 11) == "at d3"
    assert place(geometry_of(Rules(3, 4, 3)), 4) == "at b2"
    assert place(geometry_of(Rules(9, 9, 5)), 72) == "at a9"


def test_with_too_small_a_budget_it_says_what_is_not_proved() -> None:
    rules = Rules(6, 6, 5)
    random = seeded(81)
    not_proved = 0
    for empty_cells in [36, 34, 32, 30]:
        board, side = random_unfinished(rules, empty_cells, random)
        analysis = analyze(position_of(board, side, rules), 300)
        for move in analysis.moves:
            found = parsed(hint(analysis, move))
            assert found["action"] in {None, *true_actions(Case(rules, board, side, move.cell, {}))}
            unknown = move.score.outcome is Outcome.UNKNOWN
            assert (found["end"] == "; the outcome is not proved") is unknown
            not_proved += unknown
    assert not_proved > 100


@pytest.mark.parametrize(
    ("board", "side", "cell", "sentence"),
    [
        (".........", "X", 4, "Takes the centre"),
        (".........", "O", 8, "Takes a corner"),
        ("X........", "O", 4, "Takes the centre, and holds the draw"),
        ("X........", "O", 1, "Loses in 6"),
        ("XX.OO....", "X", 2, "Completes a line and wins"),
        ("XX.OO....", "X", 8, "Loses in 2: O wins at the right"),
        ("XX..O....", "O", 2, "Blocks X's win at the upper right, and holds the draw"),
        ("XX..O....", "O", 8, "Loses in 2: X wins at the upper right"),
        ("XO..X...O", "X", 3, "Creates two threats at once, and wins in 3"),
        ("X...O...X", "O", 1, "Keeps X from making two threats at once, and holds the draw"),
        ("X...O...X", "O", 2, "Loses in 4: X answers at the lower left"),
        (
            "XOO.O...X",
            "X",
            6,
            "Blocks O's win at the lower left, but loses in 2: O wins at the bottom",
        ),
        ("XO.......", "X", 8, "Takes a corner, but gives up the win"),
        ("XO.......", "X", 4, "Takes the centre, and wins in 5"),
        ("....O...X", "O", 0, "Takes the corner opposite X's"),
        ("....O...X", "O", 2, "Takes a corner"),
    ],
)
def test_examples_on_3x3(board: str, side: str, cell: int, sentence: str) -> None:
    assert sentences_of(analyze(position_of(board, side)))[cell] == sentence


@pytest.mark.parametrize(
    ("board", "side", "cell", "sentence"),
    [
        (".........", "X", 4, "Takes the centre, and holds the draw"),
        ("XX.OO....", "X", 2, "Completes a line and loses"),
        ("XOXOX.OXO", "O", 5, "Takes a side"),
    ],
)
def test_examples_in_misere(board: str, side: str, cell: int, sentence: str) -> None:
    assert sentences_of(analyze(position_of(board, side, MISERE_3X3)))[cell] == sentence


@pytest.mark.parametrize(
    ("rows", "in_a_row", "cell", "sentence"),
    [
        (["OO..", "XX..", "...."], 3, 6, "Completes a line and wins"),
        (["OO..", ".X..", "...X"], 3, 2, "Blocks O's win at c1, and holds the draw"),
        (["OO..", ".X..", "...X"], 3, 6, "Loses in 2: O wins at c1"),
        (
            ["O..O.", ".X...", ".....", "..X..", "....."],
            3,
            12,
            "Creates 3 threats at once, and wins in 3",
        ),
    ],
)
def test_examples_on_other_boards(rows: list[str], in_a_row: int, cell: int, sentence: str) -> None:
    rules = Rules(len(rows[0]), len(rows), in_a_row)
    assert sentences_of(analyze(position_of("".join(rows), "X", rules)))[cell] == sentence
