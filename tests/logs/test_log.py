"""The log: its lines, and files and pipes that are slow, full or broken."""

import json
import os
import re
import resource
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from tests.http.support import LAST, Server, request
from tests.live import Detached, Service, wait_until
from tests.logs.programs import (
    DROPPED_OTHERS,
    DROPPED_REQUESTS,
    GET,
    LEVELS,
    MAX_EXCEPTION,
    MAX_MESSAGE,
    MAX_WAITING,
    MESSAGES,
    NUMBERED,
    PIPE_BUF,
    RESERVE,
    TIME,
    UNCAUGHT,
    ZERO_DIVISION,
    Acting,
)
from tests.parameters import in_full


def read(text: bytes) -> list[dict[str, Any]]:
    assert text.isascii()
    return [json.loads(line) for line in text.splitlines()]


def events(lines: list[dict[str, Any]], logger: str) -> list[str]:
    return [line["event"] for line in lines if line["logger"] == logger]


def logged(folder: Path, code: str, level: str = "info") -> tuple[int, list[dict[str, Any]]]:
    """The exit code and the log of a server that runs this code and is requested twice."""
    log = folder / "log"
    with log.open("wb") as stderr, Acting(stderr, folder, log_level=level) as server:
        ask(server, 1)  # while FastAPI prepares its routes, for the first, it ignores warnings
        server.act(code)
        return server.stop(), read(log.read_bytes())


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """A pipe in which each read gets what was written at once."""
    reader, writer = os.pipe2(os.O_DIRECT)
    yield reader, writer
    os.close(reader)


def read_all(reader: int) -> list[bytes]:
    """All parts that are written to a pipe until its writers are gone."""
    return list(iter(lambda: os.read(reader, 2**16), b""))


def limit_file_size(server: Detached, size: int) -> None:
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def ask(server: Detached, count: int) -> list[str]:
    """The ids of this many requests, sent on one connection."""
    answers = Server(server).ask(GET * (count - 1), LAST)
    return [answer.headers["x-request-id"] for answer in answers]


@pytest.mark.parametrize("level", in_full("Warning", "debug", "INFO", "error", "critical"))
def test_level_selects_records_and_requests(tmp_path: Path, level: str) -> None:
    code = f"for each in {LEVELS}: getattr(logging.getLogger('a.b'), each)(each)"
    _, lines = logged(tmp_path, code, level)
    selected = LEVELS[LEVELS.index(level.lower()) :]
    assert events(lines, "a.b") == selected
    assert ("request" in events(lines, "noughts.access")) == ("info" in selected)


@pytest.mark.full
def test_warnings_and_uncaught_exceptions_are_logged(tmp_path: Path) -> None:
    code, lines = logged(tmp_path, UNCAUGHT)
    assert code == 1
    [warning] = [line for line in lines if line["level"] == "warning"]
    assert warning["logger"] == "py.warnings"
    assert "take care" in warning["event"]
    uncaught = [line for line in lines if line["level"] == "critical"]
    assert len(uncaught) == 3
    for line in uncaught:
        assert line["event"].startswith("uncaught exception")
        assert line["exception"].endswith(ZERO_DIVISION)


@pytest.mark.full
def test_messages_are_complete_within_limits(tmp_path: Path) -> None:
    _, lines = logged(tmp_path, MESSAGES)
    first, *others = [line for line in lines if line["logger"] == "a.b"]
    assert re.fullmatch(TIME, first.pop("timestamp"))
    assert first == {"event": "one and 2", "level": "info", "logger": "a.b"}
    assert [line["event"] for line in others] == [
        *("%d", "%(a)s", "a" * MAX_MESSAGE, "\ud800\n", "failed", "early"),
        *map(str, range(3_000)),
    ]
    assert others[5]["timestamp"] == "1970-01-01T00:00:00.000001Z"
    [exception] = [line["exception"] for line in others if "exception" in line]
    assert len(exception) == MAX_EXCEPTION
    assert exception.endswith("end")


@pytest.mark.parametrize("code_points", [0x3000, *in_full(sys.maxunicode + 1)])
def test_request_is_a_line_with_a_printable_path(code_points: int) -> None:
    paths = ["/nope", '/"\\ä b', "/a\r\nb\0\x1b[31m\x7f\x85", "/a\u202eb\u2028c\u200b\ufeff"]
    paths.append("/" + "a" * 200)
    characters = [chr(code) for code in range(code_points) if not 0xD800 <= code < 0xE000]
    paths += ["/" + "".join(characters[i : i + 99]) for i in range(0, len(characters), 99)]
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    headers = {"X-Request-ID": "ab-1", "traceparent": f"00-{trace}-00f067aa0ba902b7-01"}
    with Service() as service:
        answer = httpx.get(f"{service.url}/v1/analysis?board=XO./.X./..O", headers=headers)
        for start in range(0, len(paths), 500):
            messages = [request("GET", quote(path)) for path in paths[start : start + 500]]
            Server(service).ask(*messages, LAST)
    lines = read("".join(service.log).encode())
    first, *others = [line for line in lines if line["event"] == "request"]
    assert re.fullmatch(TIME, first.pop("timestamp"))
    assert re.fullmatch(r"\d+\.\d\d?", str(first.pop("duration_ms")))
    assert first == {
        "event": "request",
        "level": "info",
        "logger": "noughts.access",
        "request_id": "ab-1",
        "trace_id": trace,
        "method": "GET",
        "route": "/v1/analysis",
        "status": 200,
        "nodes": answer.json()["nodes"],
    }
    assert all(line["nodes"] is None and "trace_id" not in line for line in others)
    shown = [line["path"] for line in others if "path" in line]
    assert shown[:5] == ["/nope", '/"\\ä b', "/ab[31m", "/abc", "/" + "a" * 99]
    assert shown == ["".join(filter(str.isprintable, path[:100])) for path in paths]


def test_request_line_contains_no_input_but_the_path_of_a_404() -> None:
    with Service() as service, httpx.Client(base_url=service.url) as client:
        client.get("/static/logo.png?secret=1", headers={"traceparent": "secret"})
        client.get("/v1/analysis?board=secret", headers={"cookie": "secret"})
        client.post("/v1/analysis", json={"secret": "secret"})
        client.request("SECRET", "/v1/analysis")
        client.get("/nope?secret")
    log = "".join(service.log)
    assert "secret" not in log.lower()
    lines = [line for line in read(log.encode()) if line["event"] == "request"]
    assert [(line["route"], line["status"], line.get("path")) for line in lines] == [
        ("/static/*", 404, "/static/logo.png"),
        ("/v1/analysis", 422, None),
        ("/v1/analysis", 422, None),
        ("unknown", 501, None),
        ("unknown", 404, "/nope"),
    ]


@pytest.mark.full
def test_late_reader_of_a_non_blocking_pipe_gets_all_lines_in_order(
    pipe: tuple[int, int],
) -> None:
    reader, writer = pipe
    os.set_blocking(writer, False)
    with Detached(writer) as server:
        os.close(writer)
        ids = ask(server, 5_000)
        with ThreadPoolExecutor(1) as pool:
            reading = pool.submit(read_all, reader)
            assert server.stop() == 0
    parts = reading.result()
    assert all(part.endswith(b"\n") and len(part) <= PIPE_BUF for part in parts)
    assert len(parts) < 1_000  # lines are written together
    lines = read(b"".join(parts))
    assert [line["request_id"] for line in lines if line["event"] == "request"][-5_000:] == ids
    assert lines[-1]["event"] == "stopped"


@pytest.mark.full
def test_full_queue_drops_lines_but_keeps_room_for_warnings(
    pipe: tuple[int, int], tmp_path: Path
) -> None:
    reader, writer = pipe
    with Acting(writer, tmp_path) as server:
        os.close(writer)
        server.act(NUMBERED)
        ask(server, 100)
        assert server.count(DROPPED_REQUESTS) >= 100
        dropped = server.count(DROPPED_OTHERS)
        with ThreadPoolExecutor(1) as pool:
            reading = pool.submit(read_all, reader)
            assert server.stop() == 0
    lines = read(b"".join(reading.result()))
    numbers = [int(event) for event in events(lines, "numbers")]
    infos = len(numbers) - RESERVE
    assert infos >= MAX_WAITING - 100
    assert numbers == [*range(infos), *range(RESERVE)]
    assert dropped == 22_000 - len(numbers)


@pytest.mark.parametrize("is_full", [True, *in_full(False)], ids=["full device", "closed pipe"])
def test_lines_that_cannot_be_written_are_counted(is_full: bool) -> None:
    if is_full:
        writer = os.open("/dev/full", os.O_WRONLY)
    else:
        reader, writer = os.pipe()
        os.close(reader)
    with Detached(writer) as server:
        os.close(writer)
        ask(server, 1_000)
        wait_until(lambda: server.count(DROPPED_REQUESTS) > 1_000)
        assert server.count(DROPPED_OTHERS) >= 2  # of the start
        assert server.stop() == 0


@pytest.mark.parametrize("room", in_full(0, 1, 300, 5_000))
def test_full_disk_loses_only_the_lines_that_do_not_fit(tmp_path: Path, room: int) -> None:
    log = tmp_path / "log"
    with log.open("wb") as stderr, Detached(stderr) as server:
        limit_file_size(server, len(log.read_bytes()) + room)
        ask(server, 100)
        wait_until(lambda: server.count(DROPPED_REQUESTS) >= 70)
        limit_file_size(server, resource.RLIM_INFINITY)
        ids = ask(server, 100)
        dropped = server.count(DROPPED_REQUESTS)
        requests = server.count("noughts_requests_total")
        server.stop()
    lines = log.read_bytes().splitlines(keepends=True)
    cut = [line for line in lines if not line.endswith(b"}\n")]
    assert len(cut) <= min(room, 1)
    written = read(b"".join(line for line in lines if line not in cut))
    found = [line["request_id"] for line in written if line["event"] == "request"]
    assert found[-102:-2] == ids
    assert len(found) == requests + 1 - dropped  # with the last request for the metrics
