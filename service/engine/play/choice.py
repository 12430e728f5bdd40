"""Choose a level's move: pseudo-random, but always the same for the same seed."""

from hashlib import sha256
from itertools import groupby

from ..analysis import Analysis, ScoredMove
from ..board.geometry import cells_near
from ..board.notation import write_board
from ..board.position import Position
from ..board.tactics import tactics_of
from .levels import Level, Skill, skill_of
from .lookahead import shallow_scores


def choose(analysis: Analysis, level: Level, seed: int | None) -> ScoredMove | None:
    """Return the move that a level plays, the same for the same seed; None if the game is over.

    Without a seed, perfect plays the first best move, and a weaker level plays as with seed 0. If
    the analysis has traps, perfect plays one with the highest gain.
    """
    if not analysis.moves:
        return None
    if level is Level.PERFECT:
        best = best_traps(analysis)
        return best[0 if seed is None else random_number(analysis.position, seed) % len(best)]
    skill = skill_of(level, misere=analysis.position.misere)
    cell = sample_move(analysis.position, skill, seed or 0)
    return next(move for move in analysis.moves if move.cell == cell)


def best_traps(analysis: Analysis) -> list[ScoredMove]:
    """Return the best moves whose trap gains most; all best moves if none has a trap."""
    best = analysis.best_moves
    gains = {move.cell: move.trap.gain for move in best if move.trap}
    return [move for move in best if gains.get(move.cell) == max(gains.values(), default=None)]


def sample_move(position: Position, skill: Skill, seed: int) -> int:
    """Return the cell that this skill chooses in an unfinished game; it needs no analysis."""
    seen = shallow_scores(position, skill.plies)
    noticed = _noticed(position, seen, skill.horizon)
    if skill.reach:
        close = cells_near(position.geometry, position.x | position.o, skill.reach)
        noticed = [cell for cell in noticed if close >> cell & 1] or noticed
    best = max(seen[cell] for cell in noticed)

    def step(cell: int) -> int:
        return (best - seen[cell]) // skill.tolerance

    drawn = random_number(position, seed)
    chosen: list[int] = []
    at = 0
    for next_step, about_equal in groupby(sorted(noticed, key=step), key=step):
        drawn, throw = divmod(drawn, 100)
        if chosen and throw >= skill.blunder_percent * 2 // (next_step - at + 1):
            break
        chosen, at = list(about_equal), next_step
    return chosen[drawn % len(chosen)]


def _noticed(position: Position, seen: dict[int, int], horizon: int) -> list[int]:
    """Return the moves that keep a win and avoid a loss within `horizon` plies, if any do."""
    best = max(seen.values())
    settling = [cell for cell in seen if seen[cell] == best]
    if best >= 100 - horizon:
        return settling
    safe = [cell for cell in seen if seen[cell] > horizon - 100]
    return safe or _answering(position, settling) or settling


def _answering(position: Position, cells: list[int]) -> list[int]:
    """Return the cells that answer a threat, even if another threat remains."""
    tactics = tactics_of(position.geometry, position.own, position.other)
    return [cell for cell in cells if tactics.other_winning >> cell & 1]


def random_number(position: Position, seed: int) -> int:
    """Return a pseudo-random number that depends only on the seed and the position."""
    drawn_from = f"{seed} {write_board(position)} {position.side_to_move}"
    return int.from_bytes(sha256(drawn_from.encode()).digest())
