"""The exam a second time: every game that a player can reach, one by one, on strings."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests import reference
from tests.reference import Memo, Rules

Player = Callable[[str], int]  # the board -> the cell
Table = dict[str, int]  # the same, as far as known


@dataclass
class Played:
    """A game: its cells, its result for the player, and whether it proves a fault."""

    cells: list[int]
    result: str  # win, draw, loss, illegal, or missing if the next move is unknown
    shows_loss: bool = False
    shows_worse: bool = False


@dataclass
class EveryGame:
    """All games of a player, given its table."""

    rules: Rules
    side: str
    table: Table
    memo: Memo
    needed: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    mistakes: set[tuple[str, int]] = field(default_factory=set)

    def games(self, starting_side: str = "X") -> list[Played]:
        """All games from the empty board."""
        return list(self._from(self.rules.empty_board, starting_side, [], []))

    def _from(
        self, board: str, mover: str, cells: list[int], promised: list[tuple[int, int, bool]]
    ) -> Iterator[Played]:
        """The games from here on, with the mistakes so far in `promised`.

        Each has its ply, the score before it, and whether it made the position a lost one.
        """
        if not reference.legal_moves(self.rules, board):
            yield self._ended(board, cells, promised)
            return
        after_side = reference.opponent(mover)
        if mover != self.side:
            for cell in reference.legal_moves(self.rules, board):
                after = reference.play(board, mover, cell)
                yield from self._from(after, after_side, [*cells, cell], promised)
            return
        self.asked.add(board)
        if board not in self.table:
            self.needed.add(board)
            yield Played(cells, "missing")
            return
        cell = self.table[board]
        if cell not in reference.legal_moves(self.rules, board):
            yield Played([*cells, cell], "illegal")
            return
        scores = reference.move_scores(self.rules, board, mover, self.memo)
        best = max(scores.values())
        if scores[cell] < best:
            self.mistakes.add((board, cell))
            promised = [*promised, (len(cells), best, best >= 0 > scores[cell])]
        after = reference.play(board, mover, cell)
        yield from self._from(after, after_side, [*cells, cell], promised)

    def _ended(self, board: str, cells: list[int], promised: list[tuple[int, int, bool]]) -> Played:
        """A finished game."""
        winner = reference.winner(self.rules, board)
        result = {self.side: "win", None: "draw"}.get(winner, "loss")
        sign = {"win": 1, "draw": 0, "loss": -1}[result]
        return Played(
            cells,
            result,
            shows_loss=result == "loss" and any(turns for _, _, turns in promised),
            shows_worse=any(
                sign * (100 - (len(cells) - ply)) < score for ply, score, _ in promised
            ),
        )


def verdict_of(found: list[Played]) -> tuple[str, list[list[int]]]:
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
