"""Requests about positions and games drawn at random, most of them legal.

Marks are placed in turn whether or not a line is complete by then, so late boards also show every
way in which a position is none.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from benchmarks.against.corpus.question import Question, get, post

ANALYSIS: Final = "/v1/analysis"
STREAM: Final = "/v1/analysis/stream"
BEST_MOVE: Final = "/v1/best-move"
GAME_TREE: Final = "/v1/game-tree"
REVIEW: Final = "/v1/review"
BY_QUERY: Final = (ANALYSIS, BEST_MOVE, GAME_TREE, STREAM)
BY_BODY: Final = (ANALYSIS, BEST_MOVE, GAME_TREE)

LEVELS: Final = ("beginner", "easy", "medium", "hard", "perfect")
SEEDS: Final = (0, 1, 7, 12_345, 2**31, 2**53 - 1)
SIZES: Final = (
    *((3, 4), (4, 3), (4, 4), (5, 3), (5, 4), (5, 5), (3, 7), (6, 5), (6, 6), (7, 7)),
    *((9, 3), (8, 9), (9, 9)),
)  # columns and rows
MAX_COUNTED: Final = 9  # empty cells of the game trees that are counted often: more take long

Fields = dict[str, object]


def random_rows(random: Random, columns: int, rows: int, plies: int) -> list[str]:
    """The rows of a board on which that many marks stand."""
    cells = ["."] * (columns * rows)
    sides = random.choice(("XO", "OX"))
    for ply, cell in enumerate(random.sample(range(len(cells)), plies)):
        cells[cell] = sides[ply % 2]
    return ["".join(cells[i : i + columns]) for i in range(0, len(cells), columns)]


def as_string(random: Random, rows: list[str]) -> str:
    """The board as a string, in one of its forms."""
    forms: tuple[Callable[[str], str], ...] = (
        str,
        str.lower,
        lambda text: text.replace(".", "-"),
        lambda text: text.replace(".", "_"),
        lambda text: text.replace(".", "-", 2).replace("X", "x", 1),
    )
    is_square = len(rows) == len(rows[0])
    return random.choice(forms)("" if is_square and random.random() < 0.4 else "/").join(
        random.choice(forms)(row) for row in rows
    )


def as_json(random: Random, rows: list[str]) -> object:
    """The board as a string, a flat array or an array of rows."""
    kind = random.randrange(4)
    if kind < 2:
        return as_string(random, rows)
    empty = random.choice(([None], [""], [" "], ["."], ["-"], ["_"], [None, "", " ", "."]))
    lower = random.random() < 0.3
    cells = [
        [random.choice(empty) if mark == "." else mark.lower() if lower else mark for mark in row]
        for row in rows
    ]
    if kind == 2 and len(rows) == len(rows[0]):
        return [cell for row in cells for cell in row]
    return cells


def questions(random: Random) -> Iterator[Question]:
    """All of them."""
    yield from _of_three_by_three(random)
    yield from _of_other_sizes(random)
    yield from _of_levels(random)
    yield from _of_game_trees(random)
    yield from _of_reviews(random)
    yield get(STREAM, {"board": "/".join(["....."] * 5), "in_a_row": 4, "max_nodes": 50_000})
    yield get("/v1/levels", {})
    yield get("/v1/levels", {}, "HEAD")


def _of_three_by_three(random: Random) -> Iterator[Question]:
    """Boards of all plies, in every form, by every operation."""
    for number in range(330):
        plies = number % 10
        rows = random_rows(random, 3, 3, plies)
        fields: Fields = {}
        if random.random() < 0.25:
            fields["misere"] = random.random() < 0.8
        if random.random() < 0.5:
            fields["side_to_move"] = random.choice("XOxo")
        if random.random() < 0.1:
            fields["in_a_row"] = random.choice((3, 3, 4))
        if random.random() < 0.1 or (plies < 2 and "misere" in fields):
            fields["max_nodes"] = random.choice((1_000, 2_000, 3_000))
        for _ in range(3):
            yield _asked(random, rows, fields)


def _of_other_sizes(random: Random) -> Iterator[Question]:
    """Boards that take a search, within a small budget."""
    for number in range(260):
        columns, count = SIZES[number % len(SIZES)]
        rows = random_rows(random, columns, count, random.randrange(columns * count // 2 + 1))
        fields: Fields = {"max_nodes": random.choice((1_000, 1_500, 3_000))}
        fields["in_a_row"] = random.randint(3, max(columns, count) + (random.random() < 0.1))
        if random.random() < 0.25:
            fields["misere"] = True
        yield _asked(random, rows, fields)


def _of_levels(random: Random) -> Iterator[Question]:
    """Every level with seeds and without, on boards of three sizes."""
    for level in LEVELS:
        for number in range(45):
            side = (3, 3, 4, 5)[number % 4]
            plies = random.randrange(side * side * 2 // 3)
            rows = random_rows(random, side, side, plies)
            fields: Fields = {"level": level, "max_nodes": random.choice((1_000, 2_000))}
            if number % 3:
                fields["seed"] = random.choice(SEEDS)
            if random.random() < 0.2:
                fields["misere"] = True
            if random.random() < 0.5:
                yield get(BEST_MOVE, {"board": as_string(random, rows)} | fields)
            else:
                yield post(BEST_MOVE, {"board": as_json(random, rows)} | fields)


def _of_game_trees(random: Random) -> Iterator[Question]:
    """A few trees as large as they may be, and some that are larger."""
    yield get(GAME_TREE, {"board": ".../.../..."})
    yield post(GAME_TREE, {"board": ".........", "misere": True})
    for columns, count in SIZES:
        empty = random.randrange(2, MAX_COUNTED)
        rows = random_rows(random, columns, count, columns * count - empty)
        yield get(GAME_TREE, {"board": "/".join(rows), "in_a_row": max(columns, count)})
        yield post(GAME_TREE, {"board": ["".join(rows)[i : i + 1] for i in range(columns)]})
        yield post(GAME_TREE, {"board": "/".join(["." * columns] * count)})


def _of_reviews(random: Random) -> Iterator[Question]:
    """Games, of which some go on after their end or take a cell twice."""
    for number in range(260):
        columns, count = (3, 3) if number % 4 else random.choice(SIZES[:8])
        size = columns * count
        moves: list[object] = list(random.sample(range(size), random.randrange(min(size, 12) + 1)))
        if random.random() < 0.15:
            moves.append(random.choice((0, size - 1, size, size + 1, 80, 81, -1, 3.0, 2.5, "1")))
        fields: Fields = {"moves": moves}
        if (columns, count) != (3, 3) or random.random() < 0.2:
            fields |= {"columns": columns, "rows": count, "max_nodes": 20_000}
        if random.random() < 0.3:
            fields["in_a_row"] = random.choice((3, 3, 4, 5))
        if random.random() < 0.3:
            fields["starting_side"] = random.choice(("X", "O", "x", "o", None))
        if random.random() < 0.2:
            fields |= {"misere": True, "max_nodes": 1_000}
        yield post(REVIEW, fields)


def _asked(random: Random, rows: list[str], fields: Fields) -> Question:
    """A question about a board by any operation that takes these fields."""
    fields = dict(fields)
    by_query = random.random() < 0.5
    path = random.choice(BY_QUERY if by_query else BY_BODY)
    if path == GAME_TREE:
        fields.pop("max_nodes", None)
        if "".join(rows).count(".") in range(MAX_COUNTED, 13):
            path = ANALYSIS
            fields["max_nodes"] = 1_000
    if path == BEST_MOVE and random.random() < 0.7:
        fields["level"] = random.choice(LEVELS)
    if path == BEST_MOVE and random.random() < 0.7:
        fields["seed"] = random.choice(SEEDS)
    if by_query:
        method = random.choice(("GET", "GET", "GET", "HEAD"))
        return get(path, {"board": as_string(random, rows)} | fields, method)
    if random.random() < 0.1:
        fields["side_to_move"] = None
    return post(path, {"board": as_json(random, rows)} | fields)
