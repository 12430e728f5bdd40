"""Section `instantaneous`: the longest of the tasks that the service runs in its event loop.

They run in Python, as without a C compiler; `make bench` is to show none above 10 ms.
"""

from random import Random
from time import process_time

from benchmarks.positions import title
from benchmarks.table import duration, heading, paragraph, table
from service.engine.board.geometry import Geometry, has_line
from service.engine.board.position import Mark, Position
from service.engine.budget import DEFAULT_NODES
from service.engine.count.game_tree import game_tree
from service.engine.search import solvers
from service.engine.search.analyze import analyze
from service.engine.search.review import review
from service.engine.tasks import AnalysisTask, GameTreeTask, ReviewTask

GEOMETRIES = (
    *((3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 3), (5, 5, 4), (6, 6, 4)),
    *((7, 7, 4), (9, 9, 3), (9, 9, 4), (9, 9, 5), (9, 9, 9), (9, 5, 5)),
)
POSITIONS = 12  # of each board and number of empty cells
SEED = 7

Searched = AnalysisTask | GameTreeTask | ReviewTask


def run() -> None:
    """Print the ten tasks that take longest."""
    heading("Instantaneous tasks: the ten that take longest")
    paragraph("Random positions, searched in Python; the better of two runs, in CPU time.")
    library, solvers.LIBRARY = solvers.LIBRARY, None
    try:
        taken = sorted(((_seconds(task), task) for task in _tasks()), key=lambda pair: -pair[0])
    finally:
        solvers.LIBRARY = library
    rows = [[_name(task), duration(seconds)] for seconds, task in taken[:10]]
    table(["task, game, empty cells", "CPU"], rows)


def _tasks() -> list[Searched]:
    """The instantaneous tasks on random positions."""
    random = Random(SEED)
    found: list[Searched] = []
    for geometry in [Geometry(*sides) for sides in GEOMETRIES]:
        for empty_cells in range(3, min(geometry.size, 10) + 1):
            for number in range(POSITIONS):
                position = _crowded(geometry, empty_cells, number % 2 == 1, random)
                if position:
                    cells = _line_of_play(position)
                    tasks = (
                        AnalysisTask(position, DEFAULT_NODES),
                        GameTreeTask(position),
                        ReviewTask(position, cells, DEFAULT_NODES),
                    )
                    found += [task for task in tasks if task.is_instantaneous]
    return found


def _crowded(geometry: Geometry, empty_cells: int, misere: bool, random: Random) -> Position | None:
    """A position with random marks and no line; None if a few attempts find none."""
    for _ in range(60):
        cells = random.sample(range(geometry.size), geometry.size - empty_cells)
        marks = [0, 0]
        for number, cell in enumerate(cells):
            marks[number % 2] |= 1 << cell
        if not any(has_line(geometry, own) for own in marks):
            side = Mark.X if len(cells) % 2 == 0 else Mark.O
            return Position(geometry, marks[0], marks[1], side, misere)
    return None


def _line_of_play(position: Position) -> tuple[int, ...]:
    """The first empty cell again and again, to the end of the game."""
    cells = []
    while position.legal_moves:
        cells.append(position.legal_moves[0])
        position = position.play(cells[-1])
    return tuple(cells)


def _seconds(task: Searched) -> float:
    """The CPU time of a task, without the answers that the engine remembers."""
    best = float("inf")
    for _ in range(2):
        started = process_time()
        match task:
            case AnalysisTask(position, max_nodes):
                analyze(position, max_nodes, None)
            case GameTreeTask(position):
                game_tree.__wrapped__(position)
            case ReviewTask(start, cells, max_nodes):
                review(start, cells, max_nodes)
        best = min(best, process_time() - started)
    return best


def _name(task: Searched) -> str:
    position = task.start if isinstance(task, ReviewTask) else task.position
    return f"{type(task).__name__}, {title(position)}, {position.plies_left}"
