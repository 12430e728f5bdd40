"""The sentences of hints: read back, and held against the position."""

import re
from dataclasses import dataclass

from service.engine.analysis import Analysis
from service.engine.budget import DEFAULT_NODES
from service.engine.explain.hints import hint
from service.engine.search.analyze import analyze
from tests import reference
from tests.engine.board.test_tactics import threatened_cells
from tests.engine.explain.test_reasons import can_fork, forked_in_reply, reason_of_place
from tests.engine.support import (
    position_of,
)
from tests.reference import Memo, Rules, winning_cells

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
