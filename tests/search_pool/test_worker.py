"""A worker process: what ends it, and what does not."""

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from service.engine.tasks import Task
from service.search_pool.worker import pack
from tests.live import ROOT
from tests.search_pool.support import LONG, TREE

Worker = subprocess.Popen[bytes]


@pytest.fixture
def worker() -> Iterator[Worker]:
    """A worker that waits for a task."""
    command = [sys.executable, "-m", "service.search_pool.worker"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as worker:
        yield worker


def give(worker: Worker, task: Task) -> None:
    assert worker.stdin
    worker.stdin.write(pack(task))
    worker.stdin.flush()


def test_worker_ends_with_its_input(worker: Worker) -> None:
    _, errors = worker.communicate(timeout=30)
    assert (worker.returncode, errors) == (0, b"")


def test_worker_ends_during_a_search_if_its_server_is_gone(worker: Worker) -> None:
    assert worker.stdout
    assert worker.stderr
    give(worker, LONG)
    worker.stdout.close()
    assert worker.wait(timeout=30) == 0
    assert worker.stderr.read() == b""


def test_worker_ignores_an_interrupt_from_the_keyboard(worker: Worker) -> None:
    assert worker.stdout
    give(worker, TREE)
    assert worker.stdout.read(4)  # it is running, and has set its signals
    worker.send_signal(signal.SIGINT)
    _, errors = worker.communicate(timeout=30)
    assert (worker.returncode, errors) == (0, b"")
