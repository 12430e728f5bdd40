"""`python -m benchmarks.gomocup ENGINE`: games of perfect against a gomoku engine.

ENGINE is a program that speaks the Gomocup protocol, such as Rapfi, which is built like this:

    git clone https://github.com/dhbloo/rapfi && git -C rapfi checkout 3aedf3a2
    cmake -S rapfi/Rapfi -B rapfi/build -G Ninja -DNO_COMMAND_MODULES=ON
    ninja -C rapfi/build

Without a network, it uses its classical evaluation. Perfect and the engine play each opening of a
9x9 board with five in a row twice, once with each side. An engine that searches a fixed number of
nodes plays a game the same way each time. A game in which it hangs is played again.
"""

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import chain, product
from pathlib import Path
from statistics import quantiles
from threading import Timer
from typing import TextIO, cast

from benchmarks.positions import empty_board
from benchmarks.server import ROOT, checkout, exit_on_sigterm
from benchmarks.table import duration, heading, paragraph
from service.engine import analyze
from service.engine.board.position import Mark, Position, Status
from service.engine.values import Outcome

START = empty_board(9, 9, 5)
SIZE = START.geometry.columns
OPENINGS: tuple[tuple[int, ...], ...] = (  # The moves played before the game; X plays the first.
    (),
    (29,),
    (57, 52),
    (20, 39, 58),
    (48, 60),
    (57, 14, 58, 10),
    (48, 30, 55),
    (28,),
    (24, 67),
    (48, 52, 55),
    (48, 41, 60, 21),
    (28, 60),
    (21, 51, 40),
    (69, 10, 64, 14),
    (22,),
    (70, 57),
    (12, 33, 11),
    (31, 48, 58, 68),
    (40, 67),
    (43, 41, 68),
)
LEVEL = (0, 1, 3, 6, 7, 15, 16)  # Openings that Rapfi evaluates within 45 with 200,000 nodes.
ENGINE_NODES = 100_000  # Nodes of the engine per move.
ENDING_CELLS, ENDING_NODES = 20, 300_000  # A game with so few empty cells ends once it is solved.
TIMEOUT = 20.0  # Seconds for a move, which takes less than one on an idle machine.
MAX_ATTEMPTS = 10  # To play a game without a hang.
UNLIMITED = 100_000_000  # Milliseconds.
PERFECT = """
import sys
from time import process_time
from service.engine import choose_move, read_position
for line in sys.stdin:
    board, side, in_a_row, seed = line.split()
    position = read_position(board, side, int(in_a_row))
    started = process_time()
    move = choose_move(position, "perfect", int(seed))
    print(move.cell, process_time() - started, flush=True)
"""

Points = dict[str, float]


class ProgramHangsError(Exception):
    """A program has not answered in time, or its process has ended."""


class Program:
    """A running program that is sent lines and prints lines."""

    def __init__(self, command: Sequence[str | Path], folder: Path = ROOT) -> None:
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._sent, self._received = cast(
            "tuple[TextIO, TextIO]", (self._process.stdin, self._process.stdout)
        )

    def send(self, *lines: str) -> None:
        """Send lines."""
        self._sent.write("".join(f"{line}\n" for line in lines))
        self._sent.flush()

    def receive(self, is_wanted: Callable[[str], bool] = bool) -> str:
        """Return the next line that is wanted; raise ProgramHangsError if none comes in time."""
        timer = Timer(TIMEOUT, self._process.kill)
        timer.start()
        try:
            for line in self._received:
                if is_wanted(line.strip()):
                    return line.strip()
        finally:
            timer.cancel()
        raise ProgramHangsError

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.communicate()


@contextmanager
def running(command: Sequence[str | Path], folder: Path = ROOT) -> Iterator[Program]:
    """A program that runs during the block."""
    program = Program(command, folder)
    try:
        yield program
    finally:
        program.close()


def start_engine(engine: Program, nodes: int) -> None:
    """Start a freestyle game of one thread."""
    engine.send(f"START {SIZE}")
    engine.receive(lambda line: line == "OK")
    settings = {"timeout_turn": UNLIMITED, "timeout_match": UNLIMITED, "time_left": UNLIMITED}
    settings |= {"rule": 0, "thread_num": 1, "max_node": nodes}
    engine.send(*(f"INFO {name} {value}" for name, value in settings.items()))


def engine_move(engine: Program, cells: Sequence[int]) -> int:
    """Return the cell that the engine plays after these moves."""
    owners = [1 + (len(cells) - ply) % 2 for ply in range(len(cells))]  # 1 is the engine.
    moves = zip(cells, owners, strict=True)
    engine.send(
        "BOARD", *(f"{cell % SIZE},{cell // SIZE},{owner}" for cell, owner in moves), "DONE"
    )
    move = engine.receive(lambda line: line[:1].isdigit() and "," in line)
    column, row = map(int, move.split(","))
    return row * SIZE + column


@dataclass
class Game:
    """A finished game: the points of perfect, its moves, and the CPU seconds of its turns."""

    points: float
    cells: list[int]
    seconds: list[float]


def play(perfect: Program, engine: Program, opening: int, side: Mark) -> Game:
    """Play a game from an opening, in which perfect has a side."""
    position, cells, seconds = START, list(OPENINGS[opening]), list[float]()
    for cell in cells:
        position = position.play(cell)
    while (points := points_of(position, side)) is None:
        if position.side_to_move is side:
            perfect.send(f"{position} {side} {position.geometry.in_a_row} {opening}")
            move, turn = perfect.receive().split()
            cell = int(move)
            seconds.append(float(turn))
        else:
            cell = engine_move(engine, cells)
        cells.append(cell)
        position = position.play(cell)
    return Game(points, cells, seconds)


def points_of(position: Position, side: Mark) -> float | None:
    """Return the points of a side if the game is over, or near its end and solved; else None."""
    if position.status is not Status.IN_PROGRESS:
        return 0.5 if not position.winner else float(position.winner is side)
    if position.plies_left > ENDING_CELLS:
        return None
    outcome = analyze(position, ENDING_NODES).score.outcome
    if outcome is Outcome.UNKNOWN:
        return None
    return (1 + outcome.sign * (1 if position.side_to_move is side else -1)) / 2


def main() -> None:
    """Play the games, and print each of them, the points, and the time per turn."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gomocup", description=__doc__)
    parser.add_argument("engine", type=Path, help="the engine's program")
    parser.add_argument("--revision", help="of perfect, such as 1.4.0 (this checkout)")
    parser.add_argument("--openings", type=int, nargs="+", default=range(len(OPENINGS)))
    parser.add_argument("--nodes", type=int, default=ENGINE_NODES, help="per move of the engine")
    given = parser.parse_args()
    exit_on_sigterm()
    folder = checkout(given.revision) if given.revision else nullcontext(ROOT)
    heading(
        f"perfect against {given.engine.name} with {given.nodes:,} nodes: opening, side, points"
    )
    games: dict[tuple[int, Mark], Game] = {}
    with folder as root:
        for opening, side in product(given.openings, Mark):
            games[opening, side] = replayed(given.engine, given.nodes, root, opening, side)
            game = games[opening, side]
            print(opening, side, game.points, *game.cells, flush=True)
    report_points("all", games)
    report_points("level openings", {key: games[key] for key in games if key[0] in LEVEL})
    turns = quantiles(chain(*(game.seconds for game in games.values())), n=100)
    paragraph(f"CPU time of a turn: median {duration(turns[49])}, p99 {duration(turns[98])}")


def replayed(path: Path, nodes: int, root: Path, opening: int, side: Mark) -> Game:
    """Play a game with new processes of both programs, and again if one of them hangs."""
    perfect = [sys.executable, "-c", PERFECT]
    for attempt in range(1, MAX_ATTEMPTS + 1):
        with (
            running([path.absolute()]) as engine,
            running(perfect, root) as player,
            suppress(ProgramHangsError),
        ):
            start_engine(engine, nodes)
            return play(player, engine, opening, side)
        print(f"{opening} {side}: a program hangs, attempt {attempt}", flush=True)
    sys.exit("A program hangs in each attempt.")


def report_points(name: str, games: Mapping[tuple[int, Mark], Game]) -> None:
    """Print the points, and the wins, draws and losses with each side."""
    points = sum(game.points for game in games.values())
    texts = []
    for side in Mark:
        counts = Counter(game.points for (_, mark), game in games.items() if mark is side)
        texts.append(f"as {side} {counts[1]}-{counts[0.5]}-{counts[0]}")
    paragraph(f"{name}: {points:g} points in {len(games)} games; {', '.join(texts)}")


if __name__ == "__main__":
    main()
