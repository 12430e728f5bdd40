"""The textbook searches a second time: max and min on strings, every node recorded."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from math import inf, isinf

from service.engine.board.position import Mark
from service.engine.textbook.trace import Node, NodeEnd
from tests import reference
from tests.reference import Rules


def potential(rules: Rules, board: str, side: str) -> int:
    """Sum over the lines without a mark of the opponent of 2 to the number of own marks."""
    lines_of_marks = [[board[cell] for cell in line] for line in reference.lines(rules)]
    other = reference.opponent(side)
    return sum(int(2 ** marks.count(side)) for marks in lines_of_marks if other not in marks)


@dataclass
class PlainSearch:
    """A search from one root, whose side to move maximizes."""

    rules: Rules
    root_side: str
    algorithm: str = "alpha_beta"
    values: str = "outcome"
    max_depth: int | None = None
    forgets_the_window: bool = False  # in the key of the cache
    nodes: dict[int, Node] = field(default_factory=dict)
    cache: dict[tuple[str, float, float], int] = field(default_factory=dict)
    path: list[int] = field(default_factory=list)
    ids: Iterator[int] = field(default_factory=count)
    clock: Iterator[int] = field(default_factory=count)

    def run(self, board: str) -> list[Node]:
        """All nodes, in the order entered."""
        self.visit(board, self.root_side, None, -inf, inf)
        return [self.nodes[number] for number in sorted(self.nodes)]

    def visit(self, board: str, side: str, cell: int | None, alpha: float, beta: float) -> float:
        """The value of a position for the root's side, or a bound beyond the window."""
        number, entered = next(self.ids), next(self.clock)
        parent = self.path[-1] if self.path else None
        key = (board, -inf, inf) if self.forgets_the_window else (board, alpha, beta)
        same_as = self.cache.get(key) if self.algorithm == "alpha_beta_cached" else None
        left_out: list[int] = []
        if same_as is not None:
            value, end = self.nodes[same_as].value, "cached"
        else:
            self.cache[key] = number
            self.path.append(number)
            value, end = self.searched(board, side, alpha, beta, left_out)
            self.path.pop()
        self.nodes[number] = Node(
            id=number,
            parent=parent,
            ply=len(self.path),
            cell=cell,
            side=None if parent is None else Mark(reference.opponent(side)),
            alpha=None if isinf(alpha) else alpha,
            beta=None if isinf(beta) else beta,
            value=value,
            end=NodeEnd(end),
            same_as=same_as,
            left_out=tuple(left_out),
            entered=entered,
            left=next(self.clock),
        )
        return value

    def searched(
        self, board: str, side: str, alpha: float, beta: float, left_out: list[int]
    ) -> tuple[float, str]:
        """The value without the cache, and the reason for the end; notes the cells left out."""
        ply = len(self.path) - 1
        if reference.status(self.rules, board) != "in_progress":
            winner = reference.winner(self.rules, board)
            end = {self.root_side: "win", None: "draw"}.get(winner, "loss")
            return {"win": 1, "draw": 0, "loss": -1}[end] * self.worth(ply), end
        if ply == self.max_depth:
            return self.guess(board, ply), "depth"
        maximizes = side == self.root_side
        values = []
        moves = reference.legal_moves(self.rules, board)
        for place, cell in enumerate(moves, 1):
            after = reference.play(board, side, cell)
            values.append(self.visit(after, reference.opponent(side), cell, alpha, beta))
            if self.algorithm == "minimax":
                continue
            if maximizes:
                alpha = max(alpha, *values)
            else:
                beta = min(beta, *values)
            if alpha >= beta:
                left_out += moves[place:]
                break
        return max(values) if maximizes else min(values), "cutoff" if left_out else "searched"

    def worth(self, ply: int) -> int:
        """The worth of a win at this ply."""
        return 1 if self.values == "outcome" else 100 - ply

    def guess(self, board: str, ply: int) -> float:
        """The open lines of each side, weighed by their marks, as a share of a win."""
        ours = potential(self.rules, board, self.root_side)
        theirs = potential(self.rules, board, reference.opponent(self.root_side))
        hundredths = 99 * abs(ours - theirs) // (ours + theirs) if ours != theirs else 0
        sign = 1 if (ours > theirs) is not self.rules.misere else -1
        return sign * hundredths * self.worth(ply) / 100
