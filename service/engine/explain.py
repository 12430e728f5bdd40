"""Explain moves: the reason for each, and a sentence about what it does and how the game then ends.

The reasons are the classic rules for tic-tac-toe (Newell and Simon, *Human Problem Solving*, 1972).
A move has the first reason that applies, except in misère. On larger boards, the first four reasons
are unchanged; the others are generalized:

- The center is the middle cell. If the number of columns or of rows is even, it is the
  middle two cells; if both are even, the middle four.
- Opposite corners are the ends of a diagonal through the whole board.
- A side is any cell on the edge that is not a corner.
"""

from dataclasses import replace
from string import ascii_lowercase
from typing import Final

from .analysis import Analysis, Reason, ScoredMove
from .board.geometry import Geometry, cells_of
from .board.lines import completing_cells
from .board.position import Position
from .board.tactics import tactics_of
from .values import Outcome, Score

REASONS_BY_PLACE: Final = (Reason.CENTER, Reason.OPPOSITE_CORNER, Reason.CORNER, Reason.SIDE, None)
PLACES_3X3: Final = (
    *("in the upper left", "at the top", "in the upper right"),
    *("on the left", "in the center", "on the right"),
    *("in the lower left", "at the bottom", "in the lower right"),
)
ACTIONS: Final = {
    Reason.WIN: "Completes a line and wins",
    Reason.BLOCK: "Blocks {opponent} {place}",
    Reason.FORK: "Creates {threats} threats at once",
    Reason.BLOCK_FORK: "Keeps {opponent} from making two threats at once",
    Reason.CENTER: "Takes the center",
    Reason.OPPOSITE_CORNER: "Takes the corner opposite {opponent}'s",
    Reason.CORNER: "Takes a corner",
    Reason.SIDE: "Takes an edge",
    None: "Takes an inner cell",
}


def explain(analysis: Analysis) -> Analysis:
    """Return the analysis with the `reason` and the `text` of each move filled in."""
    moves = []
    for move in analysis.moves:
        reason = reason_for(analysis.position, move.cell)
        moves.append(replace(move, reason=reason, text=hint(analysis, move, reason)))
    return replace(analysis, moves=tuple(moves))


def hint(analysis: Analysis, move: ScoredMove, reason: Reason | None) -> str:
    """Return a sentence, without a period, about a move in an analysis."""
    if len(analysis.moves) == 1 and move.score.outcome is Outcome.DRAW:
        return "The only move"
    effect = describe_effect(analysis.position, move.cell, reason)
    score = move.score
    match score.outcome:
        case Outcome.WIN:
            return effect if score.plies_to_end == 1 else f"{effect}, and {describe_end(score)}"
        case Outcome.DRAW if analysis.bounds.lowest > 0:
            return f"{effect}, but gives up the win"
        case Outcome.DRAW:
            holds = any(other.bounds.highest < 0 for other in analysis.moves)
            return f"{effect}, and holds the draw" if holds else effect
        case Outcome.LOSS:
            return _loss(analysis.position, move, reason, effect)
    return f"{effect}; the outcome is not proved"


def _loss(position: Position, move: ScoredMove, reason: Reason | None, effect: str) -> str:
    """Return a sentence about a move that loses."""
    if move.score.plies_to_end == 1:
        return "Completes a line and loses"
    loses = describe_end(move.score) + _answer(position, move)
    return f"{effect}, but {loses}" if reason is Reason.BLOCK else f"L{loses[1:]}"


def describe_end(score: Score) -> str:
    """Describe how a game ends: "wins in 3", "loses in 4" or "draws"; "wins" without a length."""
    return str(score).replace("win", "wins").replace("loss", "loses").replace("draw", "draws")


def _answer(position: Position, move: ScoredMove) -> str:
    """Describe the reply that refutes a move; return "" if only a search would find it."""
    if position.misere or move.score.plies_to_end not in (2, 4):
        return ""
    side = position.side_to_move.opponent
    after = tactics_of(position.geometry, position.other, position.own | 1 << move.cell)
    cells = after.own_winning or after.other_winning or after.own_forking
    where = place(position.geometry, next(cells_of(cells)))
    return f": {side} plays {where} and wins" if after.own_winning else f": {side} answers {where}"


def describe_effect(position: Position, cell: int, reason: Reason | None) -> str:
    """Describe what a move does on the board or, without a reason, the kind of cell it takes."""
    reason = reason or reason_by_place(position, cell)
    return ACTIONS[reason].format(
        opponent=position.side_to_move.opponent,
        place=place(position.geometry, cell),
        threats=_threats_made(position, cell) if reason is Reason.FORK else "",
    )


def _threats_made(position: Position, cell: int) -> str:
    """Return "two" or, if a move makes more threats, their number in digits."""
    made = completing_cells(position.geometry, position.own | 1 << cell) & position.empty
    return "two" if made.bit_count() == 2 else str(made.bit_count())


def place(geometry: Geometry, cell: int) -> str:
    """Return the place of a cell: words on 3x3, otherwise a letter and a number; a1 is cell 0."""
    if (geometry.columns, geometry.rows) == (3, 3):
        return PLACES_3X3[cell]
    row, column = divmod(cell, geometry.columns)
    return f"at {ascii_lowercase[column]}{row + 1}"


def reason_for(position: Position, cell: int) -> Reason | None:
    """Return the reason for a legal move; None if none applies, and always in misère."""
    if position.misere:
        return None
    tactics = tactics_of(position.geometry, position.own, position.other)
    if tactics.own_winning >> cell & 1:
        return Reason.WIN
    if tactics.other_winning >> cell & 1:
        return Reason.BLOCK
    if tactics.own_forking >> cell & 1:
        return Reason.FORK
    if tactics.other_forking and not tactics.other_winning and _stops_forks(position, cell):
        return Reason.BLOCK_FORK
    return reason_by_place(position, cell)


def _stops_forks(position: Position, cell: int) -> bool:
    """Return whether the other side cannot play a fork after this move.

    If the move makes one threat, the other side can only answer it, and can fork only with that
    answer. If the move makes two threats, the other side cannot answer both.
    """
    after = tactics_of(position.geometry, position.other, position.own | 1 << cell)
    threats = after.other_winning
    forks = after.own_forking & threats if threats else after.own_forking
    return not forks or threats.bit_count() > 1


def reason_by_place(position: Position, cell: int) -> Reason | None:
    """Return the reason to play in the center or on the edge; None for any other cell."""
    geometry, other = position.geometry, position.other
    row, column = divmod(cell, geometry.columns)
    if _is_middle(row, geometry.rows) and _is_middle(column, geometry.columns):
        return Reason.CENTER
    at_end = row in (0, geometry.rows - 1), column in (0, geometry.columns - 1)
    if all(at_end):
        opposite = geometry.size - 1 - cell
        return Reason.OPPOSITE_CORNER if other >> opposite & 1 else Reason.CORNER
    return Reason.SIDE if any(at_end) else None


def _is_middle(index: int, length: int) -> bool:
    return abs(2 * index - (length - 1)) <= 1
