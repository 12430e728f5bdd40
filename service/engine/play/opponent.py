"""Which move the service plays: a perfect one, or that of a level that sees less."""

from hashlib import sha256
from itertools import groupby

from service.engine.board.notation import write_board
from service.engine.board.position import Position
from service.engine.board.tactics import tactics_of
from service.engine.budget import DEFAULT_NODES
from service.engine.play.levels import SKILLS, Level, Skill
from service.engine.play.lookahead import shallow_scores
from service.engine.search.analysis import Analysis, ScoredMove, analyze


def choose(analysis: Analysis, level: Level, seed: int | None) -> ScoredMove | None:
    """The move that a level plays, the same for the same seed; None when the game is over.

    Without a seed perfect plays the first best move, and a weaker level as if it were 0.
    """
    if not analysis.moves:
        return None
    if level is Level.PERFECT:
        best = analysis.best_moves
        return best[_draw(analysis.position, seed) % len(best)] if seed is not None else best[0]
    cell = sample_move(analysis.position, SKILLS[level], seed or 0)
    return next(move for move in analysis.moves if move.cell == cell)


def play_level(position: Position, level: Level, seed: int, max_nodes: int = DEFAULT_NODES) -> int:
    """The cell that `choose` picks in an unfinished game, without an analysis if it needs none."""
    if level in SKILLS:
        return sample_move(position, SKILLS[level], seed)
    best = analyze(position, max_nodes).best_moves
    return best[_draw(position, seed) % len(best)].cell


def sample_move(position: Position, skill: Skill, seed: int) -> int:
    """The cell that this skill picks in an unfinished game, without an analysis."""
    seen = shallow_scores(position, skill.plies)
    noticed = _noticed(position, seen, skill.sure)
    best = max(seen[cell] for cell in noticed)

    def step(cell: int) -> int:
        return (best - seen[cell]) // skill.tolerance

    drawn = _draw(position, seed)
    chosen: list[int] = []
    at = 0
    for next_step, about_equal in groupby(sorted(noticed, key=step), key=step):
        drawn, throw = divmod(drawn, 100)
        if chosen and throw >= skill.oversights * 2 // (next_step - at + 1):
            break
        chosen, at = list(about_equal), next_step
    return chosen[drawn % len(chosen)]


def _noticed(position: Position, seen: dict[int, int], sure: int) -> list[int]:
    """The moves that are left when nothing is missed that ends within `sure` plies."""
    best = max(seen.values())
    settling = [cell for cell in seen if seen[cell] == best]
    if best >= 100 - sure:
        return settling
    safe = [cell for cell in seen if seen[cell] > sure - 100]
    return safe or _answering(position, settling) or settling


def _answering(position: Position, cells: list[int]) -> list[int]:
    """Those of the cells that answer a threat, even if another remains."""
    tactics = tactics_of(position.geometry, position.own, position.other)
    return [cell for cell in cells if tactics.other_winning >> cell & 1]


def _draw(position: Position, seed: int) -> int:
    """A number that depends on the seed and the position alone, on every machine."""
    drawn_from = f"{seed} {write_board(position)} {position.side_to_move}"
    return int.from_bytes(sha256(drawn_from.encode()).digest())
