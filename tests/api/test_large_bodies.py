"""Large bodies are read in a thread: how long it keeps the event loop from running meanwhile."""

import json
import time
from collections.abc import Callable
from itertools import pairwise, product
from threading import Event, Thread, get_ident
from typing import Final

import pytest
from service.api.operation import Operation
from service.api.operations import operations

from service.engine.errors import EngineError
from service.problems.catalogue import ProblemError
from tests.asgi import Client

REPETITIONS: Final = 7
MAX_HOLD: Final = (
    0.015  # seconds of processor time; the aim is 0.01, on a machine with time to spare
)
PAUSE: Final = 0.0002  # seconds
ROWS: Final = ["".join(row) for row in product("XO.", repeat=3)]


def positions(item: str, count: int = 76_000) -> str:
    """A call with so many of these for positions."""
    return f'{{"positions": [{",".join([item] * count)}]}}'


def names(length: int, count: int, value: str) -> str:
    """The members of an object, each with a name of its own."""
    return ",".join(f'"{i:0{length}x}" : {value}' for i in range(count))


SHAPES: Final[dict[str, dict[str, str]]] = {
    "/v1/analyses": {
        "cells": positions(json.dumps({"board": [""] * 81, "id": "," * 64}), 500),
        "exponents": positions("1e1"),
        "fractions": positions("1.123456789"),
        "strings": positions('"abcdefghij"'),
        "escapes": positions('"\\u0041"'),
        "objects": positions("{}", 40_000),
        "one string": positions(json.dumps("a" * 1_048_000), 1),
        "names": positions(f"{{{names(36, 19_000, 'null')}}}", 1),
        "too many names": f"{{{names(1, 60_000, '0')}}}",
        "spaces": " " * 1_048_000 + "{}",
    },
    "/v1/exam": {
        "every board": json.dumps(
            {"side": "X", "moves": {"/".join(rows): 4 for rows in product(ROWS, repeat=3)}}
        ),
        "long names": f'{{"side": "X", "moves": {{{names(40, 19_000, "0")}}}}}',
        "too many names": f'{{"side": "X", "moves": {{{names(1, 58_000, "0")}}}}}',
    },
}


def seconds_held(work: Callable[[], None]) -> float:
    """The longest time that a thread with this work kept this one from running.

    It is what the thread used of a processor between two moments at which this one ran.
    """
    clocks: list[int] = []
    seconds: list[float] = []
    begin, end = Event(), Event()

    def run() -> None:
        clocks.append(time.pthread_getcpuclockid(get_ident()))
        begin.wait()
        work()
        seconds.append(time.thread_time())
        end.wait()

    thread = Thread(target=run)
    thread.start()
    while not clocks:
        time.sleep(PAUSE)
    moments = [time.clock_gettime(clocks[0])]
    begin.set()
    while not seconds:
        time.sleep(PAUSE)
        moments.append(time.clock_gettime(clocks[0]))
    end.set()
    thread.join()
    return max(after - before for before, after in pairwise(moments))


def operation_at(path: str) -> Operation:
    [found] = [each for each in operations if isinstance(each, Operation) and each.path == path]
    return found


@pytest.mark.full
@pytest.mark.parametrize(("path", "name"), [(p, name) for p in SHAPES for name in SHAPES[p]])
def test_reading_lets_others_run(path: str, name: str) -> None:
    operation, body = operation_at(path), SHAPES[path][name].encode()
    assert 65_536 < len(body) <= 2**20

    def read() -> None:
        try:
            operation.check_size(body)
            operation.validator.validate(body)
        except (ProblemError, EngineError):
            pass

    assert min(seconds_held(read) for _ in range(REPETITIONS)) < MAX_HOLD


@pytest.mark.parametrize(
    ("path", "code"), [("/v1/analyses", "invalid_request"), ("/v1/exam", "exam_too_large")]
)
def test_more_names_than_any_request_has_are_refused_unread(
    client: Client, path: str, code: str
) -> None:
    body = SHAPES[path]["too many names"].encode()[:-1]  # which is no JSON
    answer = client.send("POST", path, [body], {"content-type": "application/json"})
    assert (answer.status, answer.json["code"]) == (422, code)


def test_the_ids_with_most_marks_are_read(client: Client) -> None:
    for mark in (",", '":', '"', "\\", "{", "["):
        name = mark * (64 // len(mark))
        call = {"positions": [{"board": "XO./.X./..O", "id": name}] * 500, "moves": "best"}
        answer = client.post("/v1/analyses", call)
        assert answer.status == 200
        assert answer.json["results"][-1]["id"] == name
