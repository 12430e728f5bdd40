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
from service.search_pool import shared
from service.search_pool.scheduler import CachedResult
from service.search_pool.shared import CACHED_RESULT, source_hash
from tests.search_pool.support import TREE
from tests.search_pool.test_shared import Memory, Replica

pytestmark = pytest.mark.anyio

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
SECRET = b"secret"


def result_of(task: Task) -> CachedResult:
    cached = CachedResult([], None)  # type: ignore[arg-type]
    return cached._replace(result=task.run(cached.reports.append))


async def value_of(task: Task, secret: bytes = SECRET) -> tuple[str, bytes]:
    """The key and the value that a replica writes."""
    store = Memory()
    await Replica(store, secret).results.write(task, result_of(task))
    [item] = store.values.items()
    return item


async def read(value: bytes, key: str, secret: bytes = SECRET) -> CachedResult | None:
    """What a replica reads for TASK from a store with one value, which is not valid."""
    store = Memory()
    store.values[key] = value
    replica = Replica(store, secret)
    found = await replica.read(TASK)
    assert replica.count("invalid") + replica.count("error") == 1
    return found


@pytest.mark.parametrize("task", TASKS)
def test_decoded_finding_is_the_same(task: Task) -> None:
    cached = result_of(task)
    # As text, because 1 and 1.0 are equal, but not in a response.
    assert repr(CACHED_RESULT.validate_json(CACHED_RESULT.dump_json(cached))) == repr(cached)


async def test_each_task_has_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Memory()
    tasks = [*TASKS, AnalysisTask(SQUARE, 50_001), AnalysisTask(SQUARE, 50_000, traps=True)]
    for search in ("compiled", "python"):
        monkeypatch.setattr(shared, "search_name", lambda search=search: search)
        for task in tasks:
            await Replica(store).results.write(task, CachedResult([], TREE.run()))
    assert len(store.values) == 2 * len(tasks)
    assert all(key.startswith("noughts:") and len(key) < 100 for key in store.values)


@pytest.mark.parametrize(
    ("name", "content", "changes"),
    [
        ("a.py", "1", False),
        ("a.py", "2", True),
        ("b.py", "2", True),
        ("c/d.c", "2", True),
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


async def test_damaged_value_is_not_read() -> None:
    key, value = await value_of(TASK)
    flipped = [value[:at] + bytes([value[at] ^ 1]) + value[at + 1 :] for at in (0, 31, 32, -2)]
    for each in (b"{}", value[:-1], value + b" ", value[32:], *flipped):
        assert await read(each, key) is None


@pytest.mark.parametrize("secret", [b"", b"another"])
async def test_value_with_another_secret_is_not_read(secret: bytes) -> None:
    key, value = await value_of(TASK, secret)
    assert await read(value, key) is None


async def test_value_of_another_key_is_not_read() -> None:
    key, _ = await value_of(TASK)
    _, value = await value_of(TASKS[1])
    assert await read(value, key) is None


@pytest.mark.parametrize("body", [b"", b"null", b"[[]]", b"[[], {}]", pickle.dumps([[], None])])
async def test_authentic_value_of_another_form_is_not_read(body: bytes) -> None:
    key, _ = await value_of(TASK)
    assert await read(hmac.digest(SECRET, key.encode() + body, "sha256") + body, key) is None
