"""The exam a second time: every game that a player can reach, one by one, on strings."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tests import reference
from tests.reference import Memo, Rules

Player = Callable[[str], int]  # the board -> the cell
Table = dict[str, int]  # the same, as far as known


@dataclass(frozen=True)
class Mistake:
    """A move that is not the best, with the best score and its own, or the signs of these."""

    ply: int
    board: str
    cell: int
    best: int
    score: int


@dataclass(frozen=True)
class Game:
    """The cells of a game, and the player's result, positions and mistakes in it."""

    cells: tuple[int, ...] = ()
    result: str = ""  # win, draw, loss, illegal, or missing if the next move is unknown
    boards: tuple[str, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    only_outcome: bool = False  # counts, and not how long the game takes

    @property
    def shows_loss(self) -> bool:
        """Whether the player lost a game that it did not have to lose."""
        return self.result == "loss" and any(it.best >= 0 > it.score for it in self.mistakes)

    @property
    def shows_worse(self) -> bool:
        """Whether the result is worse than the score before some mistake."""
        sign = {"win": 1, "loss": -1}.get(self.result, 0)
        plies = len(self.cells)
        if self.only_outcome:
            return any(sign < it.best for it in self.mistakes)
        return any(sign * (100 - (plies - it.ply)) < it.best for it in self.mistakes)


def all_games(  # noqa: PLR0913, PLR0917
    rules: Rules, side: str, table: Table, memo: Memo, board: str, mover: str, played: Game
) -> Iterator[Game]:
    """The games of the player with this side, from a position on."""
    moves = reference.legal_moves(rules, board)
    if not moves:
        winner = reference.winner(rules, board)
        yield replace(played, result={side: "win", None: "draw"}.get(winner, "loss"))
        return
    if mover == side:
        played = replace(played, boards=(*played.boards, board))
        if board not in table:
            yield replace(played, result="missing")
            return
        cell = table[board]
        if cell not in moves:
            yield replace(played, cells=(*played.cells, cell), result="illegal")
            return
        moves = [cell]
        scores = reference.move_scores(rules, board, mover, memo)
        if played.only_outcome:
            scores = signs(scores)
        best = max(scores.values())
        if scores[cell] < best:
            mistake = Mistake(len(played.cells), board, cell, best, scores[cell])
            played = replace(played, mistakes=(*played.mistakes, mistake))
    for cell in moves:
        after = reference.play(board, mover, cell)
        following = replace(played, cells=(*played.cells, cell))
        yield from all_games(rules, side, table, memo, after, reference.opponent(mover), following)


def signs(scores: dict[int, int]) -> dict[int, int]:
    """The outcomes of moves: 1 for a win, 0 for a draw, -1 for a loss."""
    return {cell: reference.sign(score) for cell, score in scores.items()}


def verdict_of(found: list[Game]) -> tuple[str, list[tuple[int, ...]]]:
    """The verdict on a player, and all of the shortest games that prove it."""
    for verdict, shown in [
        ("illegal", [game for game in found if game.result == "illegal"]),
        ("loses", [game for game in found if game.shows_loss]),
        ("incomplete", [game for game in found if game.result == "missing"]),
        ("unbeaten", [game for game in found if game.shows_worse]),
    ]:
        if shown:
            fewest = min(len(game.cells) for game in shown)
            return verdict, [game.cells for game in shown if len(game.cells) == fewest]
    return "perfect", []


def table_of(rules: Rules, side: str, player: Player, starting_side: str = "X") -> Table:
    """The moves of a player in all positions that it reaches."""
    table: Table = {}
    mover = starting_side
    layer = {rules.empty_board}
    while layer:
        following = set()
        for board in sorted(layer):
            moves = reference.legal_moves(rules, board)
            if mover == side and moves:
                table[board] = player(board)
                moves = [cell for cell in moves if cell == table[board]]
            following |= {reference.play(board, mover, cell) for cell in moves}
        layer, mover = following, reference.opponent(mover)
    return table
