"""Which move the service plays: perfect play, varied by a seed and never by chance."""

from hashlib import sha256

from service.engine.analysis import Analysis, ScoredMove
from service.engine.notation import write_board


def choose(analysis: Analysis, seed: int | None) -> ScoredMove | None:
    """A best move: the first without a seed, with one any of them, the same for the same seed.

    None when the game is over.
    """
    best = analysis.best_moves
    if not best:
        return None
    return best[_draw(analysis, seed) % len(best)] if seed is not None else best[0]


def _draw(analysis: Analysis, seed: int) -> int:
    """A number that depends on the seed and the position alone, on every machine."""
    position = analysis.position
    drawn_from = f"{seed} {write_board(position)} {position.side_to_move}"
    return int.from_bytes(sha256(drawn_from.encode()).digest())
