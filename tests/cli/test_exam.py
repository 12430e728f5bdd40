"""`exam`: players in other processes, in other languages and at addresses, held to be perfect."""

import json
import shutil
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.cli.conftest import Run
from tests.engine.exam.players import perfect
from tests.live import running_service

SHELL = """\
while read -r board side; do
  cells=$(printf %s "$board" | tr -d /)
  for cell in 4 0 2 6 8 1 3 5 7; do
    rest=${cells#$(printf "%${cell}s" | tr ' ' '?')}
    case $rest in .*) echo "$cell"; break;; esac
  done
done
"""
NODE = """\
const lines = require("node:readline").createInterface({ input: process.stdin });
const winner = (b) => [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]]
  .map(([i, j, k]) => b[i] !== "." && b[i] === b[j] && b[j] === b[k] ? b[i] : null).find(Boolean);
const other = (side) => (side === "X" ? "O" : "X");
const free = (b) => [...b].flatMap((mark, cell) => (mark === "." ? [cell] : []));
const play = (b, cell, side) => b.slice(0, cell) + side + b.slice(cell + 1);
const value = (b, side) => {
  if (winner(b)) return -1 - free(b).length;
  if (!free(b).length) return 0;
  return Math.max(...free(b).map((cell) => -value(play(b, cell, side), other(side))));
};
lines.on("line", (line) => {
  const [board, side] = line.split(" ");
  const b = board.replaceAll("/", "");
  const scored = free(b).map((cell) => [-value(play(b, cell, side), other(side)), cell]);
  console.log(String(scored.reduce((x, y) => (y[0] > x[0] ? y : x))[1]));
});
"""
PLAYER = """\
import sys
sys.path.insert(0, {root!r})
from tests.engine.exam.players import perfect
for line in sys.stdin:
    board, side = line.split()
    {body}
"""


def python(tmp_path: Path, body: str) -> str:
    """The command of a player whose answer is made by this line."""
    file = tmp_path / "player.py"
    root = str(Path(__file__).parent.parent.parent)
    file.write_text(PLAYER.format(root=root, body=body))
    return f"{sys.executable} {file}"


def test_a_perfect_program_passes_as_both_sides(run: Run, tmp_path: Path) -> None:
    command = python(tmp_path, 'print(perfect(side, board.replace("/", "")), flush=True)')
    done = run("exam", "--command", command)
    assert (done.code, done.err) == (0, "")
    assert "The player as X: perfect (" in done.out
    assert "The player as O: perfect (" in done.out
    assert "shortest game" not in done.out


def test_a_shell_script_is_refuted(run: Run, tmp_path: Path) -> None:
    script = tmp_path / "player.sh"
    script.write_text(SHELL)
    done = run("exam", "--command", f"sh {script}", "--side", "X")
    assert done.code == 1
    assert "The player as X: loses" in done.out
    assert "The shortest game that shows it: X 4, O 0, X 2, O 6, X 8, O 3." in done.out
    assert "O has won." in done.out


@pytest.mark.full
def test_a_node_program_is_perfect(run: Run, tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no node on this machine")
    script = tmp_path / "player.js"
    script.write_text(NODE)
    done = run("exam", "--command", f"node {script}", "--timeout", "60")
    assert (done.code, done.err) == (0, "")


def test_json_is_the_answer_of_the_api_one_line_a_side(run: Run) -> None:
    done = run("exam", "--level", "medium", "--seed", "3", "--json")
    exams = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 1
    assert len(exams) == 2
    assert set(exams[0]) == {"verdict", "needed", "refutation", "mistakes", "positions", "games"}


def test_unbeaten_may_be_enough(run: Run) -> None:
    level = ("exam", "--level", "hard", "--side", "x")
    assert "The player as X: unbeaten" in run(*level).out
    assert run(*level).code == 1
    assert run(*level, "--accept", "unbeaten").code == 0
    assert run("exam", "--level", "easy", "--accept", "unbeaten", "--side", "O").code == 1


def test_an_illegal_move_is_a_verdict(run: Run, tmp_path: Path) -> None:
    done = run("exam", "--command", python(tmp_path, "print(4, flush=True)"), "--side", "X")
    assert done.code == 1
    assert "The player as X: illegal" in done.out
    assert "The last move is illegal." in done.out


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("print('left', flush=True)", "The answer to .../.../... X is no number from 0 to 80."),
        ("print(-1, flush=True)", "The answer to .../.../... X is no number from 0 to 80."),
        ("print(9 ** 99, flush=True)", "The answer to .../.../... X is no number from 0 to 80."),
        ("break", "The player ended without an answer to .../.../... X."),
        ("continue", "No answer to .../.../... X within 0.5 seconds."),
    ],
)
def test_a_player_that_fails_gets_the_code_2(
    run: Run, tmp_path: Path, body: str, message: str
) -> None:
    timeout = "0.5" if "within" in message else "20"
    command = python(tmp_path, body)
    done = run("exam", "--command", command, "--side", "X", "--timeout", timeout)
    assert (done.code, done.err) == (2, f"{message}\n")


class Handler(BaseHTTPRequestHandler):
    """A perfect player at an address, in the plain form."""

    def do_GET(self) -> None:
        """Answer with a cell."""
        query = parse_qs(urlsplit(self.path).query)
        [board], [side] = query["b"], query["s"]
        self.send_response(200)
        self.end_headers()
        self.wfile.write(str(perfect(side, board.replace("/", ""))).encode())

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    """The address of a perfect player."""
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_player_at_an_address(run: Run, address: str) -> None:
    done = run("exam", "--url", f"{address}/?b={{board}}&s={{side}}", "--side", "X")
    assert (done.code, done.err) == (0, "")


def test_noughts_itself_at_an_address(run: Run) -> None:
    with running_service() as url:
        template = f"{url}/v1/best-move?board={{board}}&side_to_move={{side}}"
        done = run("exam", "--url", template)
        assert (done.code, done.err) == (0, "")
        nowhere = run("exam", "--url", f"{url}/nowhere?{{board}}", "--side", "X")
        assert (nowhere.code, nowhere.err) == (
            2,
            "No answer to .../.../... X from the address.\n",
        )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Name one player: --command, --url or --level."),
        (("--level", "hard", "--url", "http://x"), "Name one player"),
        (("--level", "best"), "Invalid value for '--level'"),
        (("--url", "file:///etc/hosts"), "The address of a player begins with http://"),
        (("--command", "/no/such/program"), "The command cannot be started."),
        (("--command", "'"), "The command cannot be started."),
        (("--command", ""), "The command cannot be started."),
        (("--level", "hard", "--side", "Z"), "--side: "),
        (("--level", "hard", "--columns", "2"), "--columns: "),
        (("--level", "hard", "--columns", "6"), "Exams are held on boards of at most 16 cells"),
        (("--level", "hard", "--timeout", "0"), "Invalid value for '--timeout'"),
    ],
)
def test_wrong_input_gets_one_line_and_the_code_2(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    done = run("exam", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(message)
    assert done.err.count("\n") == 1
