"""Random games, and the reference's verdicts on each ply."""

from random import Random

from tests import reference
from tests.reference import Memo, Rules

Start = tuple[str, str]  # the board and the side to move


def random_game(rules: Rules, start: Start, random: Random) -> tuple[int, ...]:
    """Random moves from a position on, to the end or in half of the cases to some earlier ply."""
    board, side = start
    cells: list[int] = []
    last = random.choice([len(board), random.randrange(len(board) + 1)])
    while len(cells) < last and reference.legal_moves(rules, board):
        cells.append(random.choice(reference.legal_moves(rules, board)))
        board, side = reference.play(board, side, cells[-1]), reference.opponent(side)
    return tuple(cells)


def boards_of(start: Start, cells: tuple[int, ...]) -> list[Start]:
    """The board and the side to move before the first move and after each."""
    boards = [start]
    for cell in cells:
        board, side = boards[-1]
        boards.append((reference.play(board, side, cell), reference.opponent(side)))
    return boards


def sign(score: int) -> int:
    """1 for a win, 0 for a draw, -1 for a loss."""
    return (score > 0) - (score < 0)


def verdict_on(before: int, after: int) -> str:
    """The verdict on a move that is worth `after`, in a position whose best is worth `before`."""
    if after == before:
        return "best"
    return ["inaccuracy", "mistake", "blunder"][sign(before) - sign(after)]


def last_change(outcomes: list[int | None]) -> int | None:
    """The last ply, from 1, that changed the outcome; None if there is none or it is unknown."""
    plies = range(1, len(outcomes))
    changes = [ply for ply in plies if outcomes[ply - 1] != outcomes[ply]]
    if not changes or None in {outcomes[changes[-1] - 1], outcomes[changes[-1]]}:
        return None
    return changes[-1]


def outcomes_for_x(rules: Rules, boards: list[Start], memo: Memo) -> list[int]:
    """The outcome of each position with best play: 1 if X wins, 0 for a draw, -1 if O wins."""
    scores = [(reference.score(rules, board, side, memo), side) for board, side in boards]
    return [sign(score) if side == "X" else -sign(score) for score, side in scores]
