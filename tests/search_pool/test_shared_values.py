"""Results as bytes: nothing is lost, and nothing damaged or forged is read."""

import hmac
import pickle
from pathlib import Path

import pytest

from service.engine.board.notation import read_position
from service.engine.board.position import Mark
from service.engine.tasks import (
    AnalysisTask,
    ExamTask,
    GameTreeTask,
    ReviewTask,
    Task,
    TraceTask,
)
from service.engine.textbook.search import Algorithm, Question, Valuation
from service.search_pool import encoding
from service.search_pool.encoding import DIGEST, decode, encode, key_of, source_hash
from service.search_pool.scheduler import Finding

SQUARE = read_position("." * 16, None, 4, misere=True)
WIDE = read_position("/".join(["." * 9] * 9), None, 5)
EMPTY = read_position("." * 9)
TRACED = read_position("XX.O.....")
TASKS: list[Task] = [
    AnalysisTask(SQUARE, 50_000),
    AnalysisTask(WIDE, 2_000),
    AnalysisTask(read_position(".X../.O../..../....", None, 4), 20_000, traps=True),
    AnalysisTask(read_position("XXX/OO./..."), 1_000),
    GameTreeTask(EMPTY),
    ReviewTask(EMPTY, (0, 1, 2, 3, 4, 5, 6), 100_000),
    ReviewTask(WIDE, (40, 0, 41), 1_000),
    TraceTask(Question(TRACED)),
    TraceTask(Question(TRACED, Algorithm.MINIMAX, Valuation.SCORE, 3)),
    ExamTask(EMPTY, Mark.X, "{}"),
    ExamTask(EMPTY, Mark.O, '{"X........": 1}'),
]
TASK = TASKS[0]
KEY = key_of(TASK, b"source")
SECRET = b"secret"


def finding_of(task: Task) -> Finding:
    finding = Finding([], None)  # type: ignore[arg-type]
    return finding._replace(result=task.run(finding.reports.append))


@pytest.mark.parametrize("task", TASKS)
def test_decoded_finding_is_the_same(task: Task) -> None:
    finding = finding_of(task)
    key = key_of(task, b"")
    # As text, because 1 and 1.0 are equal, but not in a response.
    assert repr(decode(task, key, encode(task, key, finding, b""), b"")) == repr(finding)


def test_each_task_has_its_key() -> None:
    tasks = [*TASKS, AnalysisTask(SQUARE, 50_001), AnalysisTask(SQUARE, 50_000, traps=True)]
    keys = {key_of(task, source) for task in tasks for source in (b"", b"source")}
    assert len(keys) == 2 * len(tasks)
    assert all(key.startswith("noughts:") and len(key) < 100 for key in keys)


def test_key_depends_on_the_search_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "search_name", lambda: "another")
    assert key_of(TASK, b"source") != KEY


@pytest.mark.parametrize(
    ("name", "content", "changes"),
    [
        ("a.py", "1", False),
        ("a.py", "2", True),
        ("b.py", "", True),
        ("c/d.c", "", True),
        ("search.so", "", False),
        ("a.pyc", "", False),
    ],
)
def test_source_hash_depends_on_python_and_c(
    tmp_path: Path, name: str, content: str, changes: bool
) -> None:
    (tmp_path / "a.py").write_text("1")
    (tmp_path / "c").mkdir()
    before = source_hash(tmp_path)
    (tmp_path / name).write_text(content)
    assert (source_hash(tmp_path) != before) is changes


def test_source_hash_covers_the_engine() -> None:
    assert source_hash() == source_hash(Path(TASK.run.__code__.co_filename).parent)


def damaged(value: bytes) -> list[bytes]:
    flipped = [value[:at] + bytes([value[at] ^ 1]) + value[at + 1 :] for at in (0, 31, 32, -2)]
    return [b"", b"{}", value[:-1], value + b" ", value[32:], *flipped]


def test_damaged_value_is_rejected() -> None:
    value = encode(TASK, KEY, finding_of(TASK), b"")
    for each in damaged(value):
        with pytest.raises(ValueError, match="HMAC"):
            decode(TASK, KEY, each, b"")


@pytest.mark.parametrize("secret", [b"", b"another"])
def test_value_with_another_secret_is_rejected(secret: bytes) -> None:
    value = encode(TASK, KEY, finding_of(TASK), secret)
    with pytest.raises(ValueError, match="HMAC"):
        decode(TASK, KEY, value, SECRET)


def test_value_of_another_key_is_rejected() -> None:
    value = encode(TASK, KEY, finding_of(TASK), SECRET)
    with pytest.raises(ValueError, match="HMAC"):
        decode(TASK, key_of(TASKS[1], b"source"), value, SECRET)


@pytest.mark.parametrize("body", [b"", b"null", b"[[]]", b"[[], {}]", pickle.dumps([[], None])])
def test_authentic_value_of_another_form_is_rejected(body: bytes) -> None:
    value = hmac.digest(SECRET, KEY.encode() + body, DIGEST) + body
    with pytest.raises(ValueError, match="validation error"):
        decode(TASK, KEY, value, SECRET)
