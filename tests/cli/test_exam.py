"""`exam`: players in other processes, in other languages and at addresses."""

import shlex
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread, Timer
from threading import enumerate as enumerate_threads
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from service.cli.players import program
from service.engine.board.notation import read_position
from tests.cli.conftest import Run
from tests.engine.exam.players import perfect
from tests.live import ROOT, wait_until

NO_CELL = (
    "The response to `.../.../... X` must be a cell from 0 to 80, and it was {}. "
    "Print nothing else. Prompts can go to standard error."
)
MUST_PRINT = (
    "It must print a line with a cell number for each line it reads, and flush it, "
    "as print(cell, flush=True) does in Python."
)
EXITED = f"The player exited without responding to `.../.../... X`.{{}} {MUST_PRINT}"
LATE = f"The player took more than 0.5 seconds for `.../.../... X`. {MUST_PRINT}"
PLAYER = """\
import os, sys
sys.path.insert(0, {root!r})
from tests.engine.exam.players import perfect
for line in sys.stdin:
    board, side = line.split()
    {body}
"""


def python(tmp_path: Path, body: str) -> str:
    """The command of a player whose answer is made by this line."""
    file = tmp_path / "player.py"
    file.write_text(PLAYER.format(root=str(ROOT), body=body))
    return shlex.join([sys.executable, str(file)])


def test_perfect_program_passes_as_both_sides(run: Run, tmp_path: Path) -> None:
    command = python(tmp_path, 'print(perfect(side, board.replace("/", "")), flush=True)')
    done = run("exam --accept unbeaten --command", command)
    assert (done.code, done.err) == (0, "")
    assert "The player as X: perfect (" in done.out
    assert "The player as O: perfect (" in done.out
    assert "shortest game" not in done.out


def test_time_limit_of_a_move_ends_with_it(tmp_path: Path) -> None:
    with program(python(tmp_path, "print(4, flush=True)"), 3_600) as player:
        assert player(read_position(".........")) == 4
        wait_until(lambda: not any(isinstance(thread, Timer) for thread in enumerate_threads()))


def test_slow_winner_is_perfect_if_only_the_outcome_counts(run: Run, tmp_path: Path) -> None:
    body = 'print(takes_a_slow_win(side, board.replace("/", "")), flush=True)'
    command = python(tmp_path, f"from tests.engine.exam.players import takes_a_slow_win; {body}")
    for values, verdict, code in (("score", "unbeaten", 1), ("outcome", "perfect", 0)):
        done = run(f"exam --values {values} --side X --command", command)
        assert f"The player as X: {verdict} (" in done.out
        assert "% of its moves are best, and 100.0% keep the outcome." in done.out
        assert (" X plays cell " in done.out, done.code) == (verdict == "unbeaten", code)


def test_player_must_pass_as_both_sides(run: Run, tmp_path: Path) -> None:
    cells = 'board.replace("/", "")'
    body = f'print(perfect(side, {cells}) if side == "O" else {cells}.index("."), flush=True)'
    done = run("exam --command", python(tmp_path, body))
    assert "The player as X: loses (" in done.out
    assert "The player as O: perfect (" in done.out
    assert done.code == 1


def test_unbeaten_can_be_accepted(run: Run) -> None:
    done = run("exam --level medium --side x --seed 1")
    assert "The player as X: unbeaten" in done.out
    assert done.code == 1
    assert run("exam --level medium --side x --seed 1 --accept unbeaten").code == 0
    assert run("exam --level easy --side O --accept unbeaten").code == 1


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("print('left', flush=True)", NO_CELL.format("'left'")),
        ("print(81, flush=True)", NO_CELL.format("'81'")),
        ("print('Your move?', 4, flush=True)", NO_CELL.format("'Your move? 4'")),
        (
            "print('\\x1b[2J' + 'a' * 99, flush=True)",
            NO_CELL.format(f"'\\x1b[2J{'a' * 5}...{'a' * 13}'"),
        ),
        ("break", EXITED.format("")),
        (
            "print('Move: ', end=''); break",
            EXITED.format(" It printed 'Move:' without a line break."),
        ),
        ("print(4)", LATE),  # never flushed
        ("os.system('sleep 20; echo 4')", LATE),  # a program of its own
    ],
)
def test_failing_player_exits_with_code_2(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, message: str
) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    timeout = "0.5" if message == LATE else "20"
    done = run(f"exam --side X --timeout {timeout} --command", python(tmp_path, body))
    assert (done.code, done.err) == (2, f"{message}\n")


class Handler(BaseHTTPRequestHandler):
    """A perfect player at an address, in the form that the query asks for."""

    def do_GET(self) -> None:
        """Answer with a cell."""
        query = parse_qs(urlsplit(self.path).query)
        [board], [side], [form] = query["b"], query["s"], query["form"]
        self.send_response(200)
        self.end_headers()
        self.wfile.write((form % perfect(side, board.replace("/", ""))).encode())

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("form", ["%d", '{"cell":%d}', '{"move":{"cell":%d,"row":0}}'])
def test_player_at_an_address_is_examined(run: Run, address: str, form: str) -> None:
    done = run("exam --side X --url", f"{address}/?b={{board}}&s={{side}}&form={quote(form)}")
    assert (done.code, done.err) == (0, "")


def test_proxy_in_the_way_of_an_address_is_named(
    run: Run, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = f"{address}/?b={{board}}&s={{side}}&form=%25d"
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")  # Nothing listens there.
    advice = "It was requested through http_proxy. To avoid this, set no_proxy=127.0.0.1."
    assert run("exam --side X --url", question).err.endswith(f"{advice}\n")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert run("exam --side X --url", question).code == 0
