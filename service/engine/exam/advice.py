"""Explains what is wrong with a player's move, and which moves are better."""

from ..board.notation import write_board
from ..board.position import Position
from ..explain.hints import place
from ..score import Outcome, Score
from ..textbook.search import Valuation
from .report import Mistake

MAX_NAMED = 3  # Better moves that are named.


def advice_on(mistake: Mistake, values: Valuation) -> str:
    """Return two sentences on a mistake: the move played, and better ones."""
    position, best = mistake.position, mistake.best_moves
    played, result = _cell(position, mistake.cell), _result(mistake.after, values)
    better = " or ".join(_cell(position, cell) for cell in best[:MAX_NAMED])
    if len(best) > MAX_NAMED:
        better += ", for example"
    value = _result(mistake.before, values)
    return f"{_start(position)} {played}, which {result}. Play {better}: that {value}."


def advice_on_illegal(position: Position, cell: int) -> str:
    """Return two sentences on an illegal move."""
    is_on_board = cell < position.geometry.size
    move = f"{_cell(position, cell)}, which is taken" if is_on_board else f"{cell}, not a cell"
    return f"{_start(position)} {move}. Play an empty cell."


def _start(position: Position) -> str:
    return f"In {write_board(position)}, {position.side_to_move} plays"


def _cell(position: Position, cell: int) -> str:
    return f"cell {cell} ({place(position.geometry, cell)})"


def _result(score: Score, values: Valuation) -> str:
    verb = {Outcome.WIN: "wins", Outcome.LOSS: "loses"}.get(score.outcome, "draws")
    is_long = values is Valuation.SCORE and score.outcome is not Outcome.DRAW
    return f"{verb} in {score.plies_to_end}" if is_long else verb
