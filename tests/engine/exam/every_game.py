"""The exam a second time: every game that a player can come into, one by one, on strings."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests import reference
from tests.reference import Memo, Rules

Player = Callable[[str], int]  # the board -> the cell
Table = dict[str, int]  # the same, as far as it is known


@dataclass
class Played:
    """A game: its cells, its result for the player, and whether it shows that it is not perfect."""

    cells: list[int]
    result: str  # win, draw, loss, illegal, or missing where no move is known
    shows_loss: bool = False
    shows_worse: bool = False


@dataclass
class EveryGame:
    """All games of the player with this side, by its table."""

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
        """The games that go on from here; `promised` tells of the mistakes so far.

        For each its ply, the score before it, and whether it made a lost position of another.
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
        worths = reference.move_worths(self.rules, board, mover, self.memo)
        best = max(worth.score for worth in worths.values())
        if worths[cell].score < best:
            self.mistakes.add((board, cell))
            turns = best >= 0 > worths[cell].score
            promised = [*promised, (len(cells), best, turns)]
        after = reference.play(board, mover, cell)
        yield from self._from(after, after_side, [*cells, cell], promised)

    def _ended(self, board: str, cells: list[int], promised: list[tuple[int, int, bool]]) -> Played:
        """A game that is over."""
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
    """The verdict on a player, and all of the shortest games that show it."""
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
    """The moves of a player in all positions that it comes into."""
    table: Table = {}
    seen: set[str] = set()
    to_do = [(rules.empty_board, starting_side)]
    while to_do:
        board, mover = to_do.pop()
        if board in seen:
            continue
        seen.add(board)
        moves = reference.legal_moves(rules, board)
        if mover == side and moves:
            table[board] = player(board)
            moves = [cell for cell in moves if cell == table[board]]
        to_do += [(reference.play(board, mover, cell), reference.opponent(mover)) for cell in moves]
    return table
