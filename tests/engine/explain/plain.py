"""Reasons and sentences for moves a second time, written plainly on the reference's boards."""

from collections.abc import Mapping
from functools import lru_cache

from tests import reference
from tests.engine.board.test_tactics import forking_cells, threatened_cells
from tests.reference import Rules, winning_cells

PLACES_3X3 = [
    *["at the upper left", "at the top", "at the upper right"],
    *["at the left", "in the center", "at the right"],
    *["at the lower left", "at the bottom", "at the lower right"],
]


@lru_cache(maxsize=None)
def forked_in_reply(rules: Rules, board: str, side: str) -> bool:
    """Whether the other side has a reply that forks and leaves this side nothing to win at."""
    other = reference.opponent(side)
    return any(
        not winning_cells(rules, reference.play(board, other, reply), side)
        for reply in forking_cells(rules, board, other)
    )


def is_in_the_middle(index: int, length: int) -> bool:
    """Whether no other index is closer to the middle: one of an odd length, two of an even one."""
    distances = [abs(2 * other + 1 - length) for other in range(length)]
    return distances[index] == min(distances)


def reason_by_place(rules: Rules, board: str, side: str, cell: int) -> str | None:
    """The reason given by the place of a cell."""
    row, column = divmod(cell, rules.columns)
    bottom, right = rules.rows - 1, rules.columns - 1
    if is_in_the_middle(row, rules.rows) and is_in_the_middle(column, rules.columns):
        return "center"
    if row in {0, bottom} and column in {0, right}:
        opposite = (bottom - row) * rules.columns + right - column
        return "opposite_corner" if board[opposite] == reference.opponent(side) else "corner"
    return "side" if row in {0, bottom} or column in {0, right} else None


@lru_cache(maxsize=None)
def reason(rules: Rules, board: str, side: str, cell: int) -> str | None:
    """The first reason of Newell and Simon's list that holds for a move; None in misère."""
    other = reference.opponent(side)
    if rules.misere:
        return None
    if cell in winning_cells(rules, board, side):
        return "win"
    if cell in winning_cells(rules, board, other):
        return "block"
    if cell in forking_cells(rules, board, side):
        return "fork"
    can_be_forked = not winning_cells(rules, board, other) and forking_cells(rules, board, other)
    if can_be_forked and not forked_in_reply(rules, reference.play(board, side, cell), side):
        return "block_fork"
    return reason_by_place(rules, board, side, cell)


def place(rules: Rules, cell: int) -> str:
    if rules.columns == rules.rows == 3:
        return PLACES_3X3[cell]
    row, column = divmod(cell, rules.columns)
    return f"at {'abcdefghi'[column]}{row + 1}"


def action(rules: Rules, board: str, side: str, cell: int) -> str:
    other = reference.opponent(side)
    threats = len(threatened_cells(rules, board, side, cell))
    return {
        "win": "Completes a line and wins",
        "block": f"Blocks {other}'s win {place(rules, cell)}",
        "fork": f"Creates {'two' if threats == 2 else threats} threats at once",
        "block_fork": f"Keeps {other} from making two threats at once",
        "center": "Takes the center",
        "opposite_corner": f"Takes the corner opposite {other}'s",
        "corner": "Takes a corner",
        "side": "Takes a side",
        None: "Takes an inner cell",
    }[reason(rules, board, side, cell) or reason_by_place(rules, board, side, cell)]


def reply(rules: Rules, board: str, side: str, cell: int, plies: int) -> tuple[str, int] | None:
    """The reply that a move loses to in 2 or 4 plies, as a verb and a cell; None in misère."""
    after, other = reference.play(board, side, cell), reference.opponent(side)
    if plies not in {2, 4} or rules.misere:
        return None
    if plies == 2:
        return "wins", min(winning_cells(rules, after, other))
    forced = winning_cells(rules, after, side)
    return "answers", min(forced or forking_cells(rules, after, other))


def sentence(rules: Rules, board: str, side: str, cell: int, scores: Mapping[int, int]) -> str:
    """The sentence for a move, given the proved scores of the moves."""
    done = action(rules, board, side, cell)
    if cell not in scores:
        return f"{done}; the outcome is not proved"
    score, plies = scores[cell], 100 - abs(scores[cell])
    if score > 0:
        return done if plies == 1 else f"{done}, and wins in {plies}"
    if score == 0:
        if board.count(".") == 1:
            done = "The only move"
        holds = ", and holds the draw" if min(scores.values()) < 0 else ""
        return done + (", but gives up the win" if max(scores.values()) > 0 else holds)
    if plies == 1:
        return "Completes a line and loses"
    found = reply(rules, board, side, cell, plies)
    named = f": {reference.opponent(side)} {found[0]} {place(rules, found[1])}" if found else ""
    if reason(rules, board, side, cell) == "block":
        return f"{done}, but loses in {plies}{named}"
    return f"Loses in {plies}{named}"
