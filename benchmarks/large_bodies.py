"""Bodies of any size, most of them wrong, each of a kind that may take long to read."""

import json
from collections.abc import Callable
from random import Random
from typing import Final

MAX_BODY = 65_536  # bytes


def _padded(count: int, item: str) -> str:
    return ",".join([item] * max(1, count))


def _unknown_fields(size: int, _: Random) -> str:
    return "{" + ",".join(f'"{i:x}":0' for i in range(size // 8)) + "}"


def _unknown_beside_board(size: int, _: Random) -> str:
    return '{"board":".........",' + ",".join(f'"{i:x}":0' for i in range(size // 8)) + "}"


def _board_of_rows(size: int, _: Random) -> str:
    return json.dumps({"board": "/".join("X" * (size // 2))})


def _long_row(size: int, _: Random) -> str:
    return json.dumps({"board": "X" * size})


def _wrong_notation(size: int, _: Random) -> str:
    return json.dumps({"board": "X" * size + "?"})


def _rows(size: int, random: Random) -> str:
    row = random.choice(['["X"]', "[]", '[""]', "[0]", '"X"', "null"])
    return f'{{"board":[{_padded(size // (len(row) + 1), row)}]}}'


def _flat(size: int, random: Random) -> str:
    cell = random.choice(["0", '"X"', "null", "{}", "[]", '"ab"', "1.5", "true"])
    return f'{{"board":[{_padded(size // (len(cell) + 1), cell)}]}}'


def _numbers(size: int, random: Random) -> str:
    number = random.choice(["0", "1.0", "-1", "9e9", "1e-300", "12345678901234567890", '"0"'])
    return f'{{"moves":[{_padded(size // (len(number) + 1), number)}]}}'


def _moves_of_exam(size: int, _: Random) -> str:
    count = max(1, size // 18)
    moves = ",".join(f'"{i:09x}":0' for i in range(count))
    return f'{{"moves":{{{moves}}}}}'


def _positions_of_exam(size: int, random: Random) -> str:
    count = max(1, size // 16)
    boards = ("/".join("".join(random.choices("XO.", k=3)) for _ in "abc") for _ in range(count))
    return json.dumps({"moves": dict.fromkeys(boards, 0)})


def _deep(size: int, random: Random) -> str:
    left, right = random.choice([("[", "]"), ("{", "}")])
    inner = '{"a":' if left == "{" else "["
    return inner * (size // (len(inner) + 1)) + "0" + right * (size // (len(inner) + 1))


def _escapes(size: int, _: Random) -> str:
    return '{"board":"' + "\\u0041" * (size // 6) + '"}'


def _digits(size: int, _: Random) -> str:
    return '{"board":' + "9" * size + "}"


def _fractions(size: int, _: Random) -> str:
    return '{"board":0.' + "9" * size + "}"


def _repeated(size: int, _: Random) -> str:
    return "{" + _padded(size // 6, '"a":0') + "}"


def _spaces(size: int, _: Random) -> str:
    return " " * size + '{"board":"........."}'


def _objects(size: int, _: Random) -> str:
    return '{"board":[' + _padded(size // 8, '{"a":0}') + "]}"


def sampled_game(size: int, random: Random) -> dict[str, object]:
    """A board and its rules: the larger the size, the more cells are empty."""
    columns, rows = random.choice([(3, 3), (4, 3), (4, 4), (5, 4), (5, 5), (7, 6), (9, 9)])
    cells = columns * rows
    empty = max(0, min(cells, round(size / MAX_BODY * 16)))
    marks = ["XO"[i % 2] for i in range(cells - empty)] + ["."] * empty
    random.shuffle(marks)
    text = "".join(marks)
    return {
        "board": "/".join(text[i : i + columns] for i in range(0, cells, columns)),
        "in_a_row": random.randint(3, max(columns, rows)),
        "misere": random.random() < 0.4,
    }


def _legal(size: int, random: Random) -> str:
    return json.dumps(sampled_game(size, random))


def _legal_game(size: int, random: Random) -> str:
    columns, rows = random.choice([(3, 3), (4, 3), (4, 4), (5, 5), (9, 9)])
    moves = random.sample(
        range(columns * rows), min(columns * rows, round(columns * rows * size / MAX_BODY))
    )
    misere = random.random() < 0.4
    asked = {"moves": moves, "columns": columns, "rows": rows, "misere": misere}
    return json.dumps(asked | {"in_a_row": random.randint(3, max(columns, rows))})


BODIES: Final[dict[str, Callable[[int, Random], str]]] = {
    "unknown fields": _unknown_fields,
    "unknown fields beside a board": _unknown_beside_board,
    "a board X/X/…": _board_of_rows,
    "a board of one row": _long_row,
    "a wrong notation": _wrong_notation,
    "a board of many rows": _rows,
    "a board of many cells": _flat,
    "many moves": _numbers,
    "an exam of unknown positions": _moves_of_exam,
    "an exam of positions": _positions_of_exam,
    "deep nesting": _deep,
    "escapes": _escapes,
    "a long integer": _digits,
    "a long fraction": _fractions,
    "a repeated field": _repeated,
    "spaces": _spaces,
    "a board of objects": _objects,
    "a legal board": _legal,
    "a played game": _legal_game,
}
