"""Choose a level's move: pseudo-random, but always the same for the same seed."""

from hashlib import sha256
from itertools import groupby

from ..analysis import Analysis, ScoredMove
from ..board.geometry import cells_near
from ..board.position import Position
from ..board.tactics import tactics_of
from ..budget import turn_nodes
from ..search.analyze import analyze
from .levels import MISERE_SKILLS, SKILLS, Level
from .lookahead import shallow_points
from .traps import with_traps


def choose(analysis: Analysis, level: Level, seed: int | None) -> ScoredMove | None:
    """Return the move that a level plays with a seed; None if the game is over.

    Without a seed, perfect plays the first best move, and weaker levels use seed 0. If the
    analysis has traps, perfect chooses only among the best moves with the strongest traps.
    """
    if not analysis.moves:
        return None
    if level is Level.PERFECT:
        best = best_traps(analysis)
        return best[0 if seed is None else random_number(analysis.position, seed) % len(best)]
    return analysis.move(sample_move(analysis.position, level, seed or 0))


def play_level(
    position: Position,
    level: Level,
    seed: int,
    max_nodes: int | None = None,
    *,
    traps: bool = False,
) -> int:
    """Return the cell that a level plays in an unfinished game.

    Only perfect uses `traps` and `max_nodes`, which defaults to `turn_nodes`.
    """
    if level is not Level.PERFECT:
        return sample_move(position, level, seed)
    max_nodes = max_nodes or turn_nodes(position)
    analysis = analyze(position, max_nodes)
    best = best_traps(with_traps(analysis, max_nodes) if traps else analysis)
    return best[random_number(position, seed) % len(best)].cell


def best_traps(analysis: Analysis) -> list[ScoredMove]:
    """Return the best moves with the strongest traps; all best moves if no move has a trap."""
    best = analysis.best_moves
    gains = {move.cell: move.trap.gain for move in best if move.trap}
    return [move for move in best if gains.get(move.cell) == max(gains.values(), default=None)]


def sample_move(position: Position, level: Level, seed: int) -> int:
    """Return the cell that a level below perfect chooses in an unfinished game."""
    skill = (MISERE_SKILLS if position.misere else SKILLS)[level]
    points = shallow_points(position, skill.plies)
    noticed = _noticed(position, points, skill.horizon)
    if skill.reach:
        close = cells_near(position.geometry, position.x | position.o, skill.reach)
        noticed = [cell for cell in noticed if close >> cell & 1] or noticed
    best = max(points[cell] for cell in noticed)

    def step(cell: int) -> int:
        return (best - points[cell]) // skill.tolerance

    number = random_number(position, seed)
    chosen: list[int] = []
    at = 0
    for next_step, about_equal in groupby(sorted(noticed, key=step), key=step):
        number, percent = divmod(number, 100)
        if chosen and percent >= skill.blunder_percent * 2 // (next_step - at + 1):
            break
        chosen, at = list(about_equal), next_step
    return chosen[number % len(chosen)]


def _noticed(position: Position, points: dict[int, int], horizon: int) -> list[int]:
    """Return the fastest wins within `horizon` plies, or else the moves that do not lose so soon.

    If every move loses so soon, return the slowest losses: those that answer a threat, if any do.
    """
    best = max(points.values())
    best_cells = [cell for cell in points if points[cell] == best]
    if best >= 100 - horizon:
        return best_cells
    threats = tactics_of(position.geometry, position.own, position.other).other_winning
    answering = [cell for cell in best_cells if threats >> cell & 1]
    return [cell for cell in points if points[cell] > horizon - 100] or answering or best_cells


def random_number(position: Position, seed: int) -> int:
    """Return a pseudo-random number that depends only on the seed and the position."""
    text = f"{seed} {position} {position.side_to_move}"
    return int.from_bytes(sha256(text.encode()).digest())
