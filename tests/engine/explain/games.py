"""Random games, their reviews, and what the reference says of each ply."""

from functools import lru_cache
from random import Random

from service.engine.explain.review import Review
from service.engine.search.review import review
from tests import reference
from tests.engine.support import position_of, seeded
from tests.reference import Memo, Rules

Game = tuple[str, tuple[int, ...]]  # the side that starts and its moves and the other's in turn


def random_game(rules: Rules, board: str, side: str, random: Random) -> tuple[int, ...]:
    """Random moves from a position on, to the end or in half of the cases to some ply before."""
    cells: list[int] = []
    last = random.choice([len(board), random.randrange(len(board) + 1)])
    while len(cells) < last and reference.legal_moves(rules, board):
        cells.append(random.choice(reference.legal_moves(rules, board)))
        board, side = reference.play(board, side, cells[-1]), reference.opponent(side)
    return tuple(cells)


@lru_cache(maxsize=None)
def games_3x3(misere: bool) -> list[Game]:
    """1,000 random games from the empty board, with both starters."""
    rules = Rules(misere=misere)
    random = seeded(90)
    starters = [random.choice("XO") for _ in range(1000)]
    return [(side, random_game(rules, rules.empty_board, side, random)) for side in starters]


def reviewed(rules: Rules, board: str, side: str, cells: tuple[int, ...], share: int) -> Review:
    """The review with this many nodes for each ply."""
    return review(position_of(board, side, rules), cells, share)


def boards_of(board: str, side: str, cells: tuple[int, ...]) -> list[tuple[str, str]]:
    """The board and the side to move before the first move and after each."""
    boards = [(board, side)]
    for cell in cells:
        board, side = reference.play(board, side, cell), reference.opponent(side)
        boards.append((board, side))
    return boards


def sign(score: int) -> int:
    """1 for a win, 0 for a draw, -1 for a loss."""
    return (score > 0) - (score < 0)


def verdict_on(before: int, after: int) -> str:
    """What a move is called that is worth `after`, in a position whose best is worth `before`."""
    if after == before:
        return "best"
    return ["inaccuracy", "mistake", "blunder"][sign(before) - sign(after)]


def last_change(outcomes: list[int | None]) -> int | None:
    """The last ply that changed the outcome, if it is known what it changed; plies count from 1.

    A ply after which nothing changes any more has set the outcome that stood at the end.
    """
    plies = range(1, len(outcomes))
    changes = [ply for ply in plies if outcomes[ply - 1] != outcomes[ply]]
    if not changes or None in {outcomes[changes[-1] - 1], outcomes[changes[-1]]}:
        return None
    return changes[-1]


def outcomes_for_x(rules: Rules, boards: list[tuple[str, str]], memo: Memo) -> list[int]:
    """How each position ends with best play: 1 if X wins, 0 for a draw, -1 if O does."""
    scores = [(reference.score(rules, board, side, memo), side) for board, side in boards]
    return [sign(score) if side == "X" else -sign(score) for score, side in scores]
