"""`play`: a game in the terminal, between people and levels."""

from dataclasses import dataclass, field
from enum import StrEnum
from random import SystemRandom
from typing import Annotated

import typer
from rich.console import Console

from service.cli.board import described, drawn
from service.cli.options import Columns, InARow, MaxNodes, Misere, Rows, number, read
from service.cli.review import reviewed
from service.engine.board.position import Mark, Position, Status
from service.engine.board.replay import positions_of
from service.engine.budget import budget_of
from service.engine.errors import IllegalMove
from service.engine.explain.hints import explained
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level
from service.engine.search.analyze import analyze
from service.engine.search.review import review
from service.schemas.requests import BestMoveRequest, ReviewRequest, to_start

HELP = "A number plays that cell, h gives a hint, u takes back a move, q quits."


class Seat(StrEnum):
    """Who plays a side: a person, or the service at a level."""

    PERSON = "person"
    BEGINNER = Level.BEGINNER
    EASY = Level.EASY
    MEDIUM = Level.MEDIUM
    HARD = Level.HARD
    PERFECT = Level.PERFECT


def play(
    x: Annotated[Seat, typer.Option("--x", help="Who plays X.")] = Seat.PERSON,
    o: Annotated[Seat, typer.Option("--o", help="Who plays O.")] = Seat.MEDIUM,
    starting_side: Annotated[str, typer.Option(help="X or O.")] = "X",
    columns: Columns = 3,
    rows: Rows = 3,
    in_a_row: InARow = 3,
    misere: Misere = False,
    traps: Annotated[
        bool,
        typer.Option("--traps", help="Let perfect set traps. Takes an optional true or false."),
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Makes the levels' choices repeatable.")] = None,
    max_nodes: MaxNodes = None,
) -> None:
    """Play against a level, or let two levels play."""
    request = read(
        ReviewRequest,
        moves=[],
        starting_side=starting_side,
        columns=columns,
        rows=rows,
        in_a_row=in_a_row,
        misere=misere,
        max_nodes=max_nodes,
    )
    if seed is None:
        seed = SystemRandom().randint(0, 9_999)
    read(BestMoveRequest, board="." * 9, seed=seed)
    game = Game(
        start=to_start(request),
        seats={Mark.X: x, Mark.O: o},
        seed=seed,
        traps=traps,
        max_nodes=request.max_nodes,
        console=Console(highlight=False),
    )
    game.run()


@dataclass
class Game:
    """A game in progress: its moves, and who plays each side."""

    start: Position
    seats: dict[Mark, Seat]
    seed: int
    traps: bool
    max_nodes: int | None
    console: Console
    cells: list[int] = field(default_factory=list)

    @property
    def position(self) -> Position:
        """The position after the moves so far."""
        return positions_of(self.start, self.cells)[-1]

    def run(self) -> None:
        """Play to the end, or until the person quits, and review the game."""
        watched = Seat.PERSON not in self.seats.values()
        self.console.print(f"Seed {self.seed}.")
        if not watched:
            self.console.print(HELP)
        while self.position.status is Status.IN_PROGRESS:
            seat = self.seats[self.position.side_to_move]
            if watched or seat is Seat.PERSON:
                self.console.print(drawn(self.position), described(self.position))
            if seat is not Seat.PERSON:
                self._move(Level(seat))
            elif not self._take_turn():
                break
        self.console.print(drawn(self.position), described(self.position))
        if self.cells:
            with self.console.status("Reviewing the game"):
                found = review(self.start, tuple(self.cells), budget_of(self.max_nodes))
            self.console.print(reviewed(found))

    def _move(self, level: Level) -> None:
        """Let a level move."""
        side = self.position.side_to_move
        with self.console.status("Thinking"):
            cell = play_level(self.position, level, self.seed, self.max_nodes, traps=self.traps)
        self.cells.append(cell)
        self.console.print(f"{side} ({level}) plays {cell}.")

    def _take_turn(self) -> bool:
        """Follow the person's input until they move or take back a move; False if they quit."""
        while True:
            try:
                word = self.console.input("> ").strip().lower()
            except EOFError:
                self.console.print()  # ends the prompt's line
                return False
            if word in {"q", "quit"}:
                return False
            if word in {"h", "hint"}:
                self._hint()
            elif word in {"u", "undo"}:
                if self._undo():
                    return True
            elif self._play(word):
                return True

    def _hint(self) -> None:
        with self.console.status("Thinking"):
            best = explained(analyze(self.position, budget_of(self.max_nodes))).moves[0]
        self.console.print(f"{best.cell}: {best.text}.")

    def _undo(self) -> bool:
        """Go back to a person's last move; False if there is none."""
        before = [
            count
            for count, position in enumerate(positions_of(self.start, self.cells[:-1]))
            if self.seats[position.side_to_move] is Seat.PERSON
        ]
        if not self.cells or not before:
            self.console.print("There is no move to take back.")
            return False
        del self.cells[before[-1] :]
        return True

    def _play(self, word: str) -> bool:
        """Play a cell; print the fault and return False if it cannot be played."""
        cell = number(word)
        if isinstance(cell, str):
            self.console.print(HELP)
            return False
        try:
            self.position.play(cell)
        except IllegalMove as error:
            self.console.print(str(error))
            return False
        self.cells.append(cell)
        return True
