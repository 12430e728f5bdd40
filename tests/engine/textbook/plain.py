"""The textbook searches a second time: max and min on strings, every node recorded."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf

from tests import reference
from tests.reference import Rules


@dataclass
class Visited:
    """A node; values and bounds are those of the side to move at the root."""

    board: str
    side: str
    parent: int | None
    ply: int
    cell: int | None
    alpha: float
    beta: float
    value: float = 0
    end: str = ""
    same_as: int | None = None
    left_out: list[int] = field(default_factory=list)
    entered: int = 0
    left: int = 0


@dataclass
class PlainSearch:
    """A search from one root, whose side to move maximizes."""

    rules: Rules
    root_side: str
    algorithm: str = "alpha_beta"
    values: str = "outcome"
    max_depth: int | None = None
    forgets_the_window: bool = False  # in the key of the cache
    nodes: list[Visited] = field(default_factory=list)
    cache: dict[tuple[str, float, float], int] = field(default_factory=dict)
    clock: Iterator[int] = field(default_factory=lambda: iter(range(10**6)))

    def run(self, board: str) -> list[Visited]:
        """All nodes, in the order entered."""
        self.visit(board, self.root_side, None, 0, None, -inf, inf)
        return self.nodes

    def visit(  # noqa: PLR0913, PLR0917
        self,
        board: str,
        side: str,
        parent: int | None,
        ply: int,
        cell: int | None,
        alpha: float,
        beta: float,
    ) -> float:
        """The value of a position, or a bound beyond the window."""
        node = Visited(board, side, parent, ply, cell, alpha, beta, entered=next(self.clock))
        number = len(self.nodes)
        self.nodes.append(node)
        key = (board, -inf, inf) if self.forgets_the_window else (board, alpha, beta)
        if self.algorithm == "alpha_beta_cached" and key in self.cache:
            node.end, node.same_as = "cached", self.cache[key]
            node.value = self.nodes[self.cache[key]].value
        else:
            self.cache[key] = number
            node.value = self.searched(node, number)
        node.left = next(self.clock)
        return node.value

    def searched(self, node: Visited, number: int) -> float:
        """The same without the cache."""
        if reference.status(self.rules, node.board) != "in_progress":
            winner = reference.winner(self.rules, node.board)
            node.end = {self.root_side: "win", None: "draw"}.get(winner, "loss")
            return {"win": 1, "draw": 0, "loss": -1}[node.end] * self.worth(node.ply)
        if node.ply == self.max_depth:
            node.end = "depth"
            return self.guess(node)
        maximizes = node.side == self.root_side
        cells = reference.legal_moves(self.rules, node.board)
        best, alpha, beta = (-inf if maximizes else inf), node.alpha, node.beta
        for place, cell in enumerate(cells):
            after = reference.play(node.board, node.side, cell)
            other = reference.opponent(node.side)
            value = self.visit(after, other, number, node.ply + 1, cell, alpha, beta)
            best = max(best, value) if maximizes else min(best, value)
            if self.algorithm == "minimax":
                continue
            if maximizes:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                node.left_out = cells[place + 1 :]
                break
        node.end = "cutoff" if node.left_out else "searched"
        return best

    def worth(self, ply: int) -> int:
        """The worth of a win at this ply."""
        return 1 if self.values == "outcome" else 100 - ply

    @property
    def entered(self) -> int:
        """The number of nodes entered, so without the cached ones."""
        return sum(node.end != "cached" for node in self.nodes)

    def guess(self, node: Visited) -> float:
        """The open lines of each side, weighed by their marks, as a share of a win."""
        us, them = self.root_side, reference.opponent(self.root_side)
        ours, theirs = self.weight(node.board, us), self.weight(node.board, them)
        hundredths = 99 * abs(ours - theirs) // (ours + theirs) if ours != theirs else 0
        if (ours < theirs) != self.rules.misere:
            hundredths = -hundredths
        return hundredths * self.worth(node.ply) / 100

    def weight(self, board: str, side: str) -> int:
        """2 to the number of marks, summed over the lines without a mark of the other side."""
        other = reference.opponent(side)
        marks = [[board[cell] for cell in line] for line in reference.lines(self.rules)]
        return sum(int(2 ** line.count(side)) for line in marks if other not in line)
