"""A worker as a process: what ends it, and what does not."""

import os
import signal
import subprocess
import sys

from service.search_pool.worker import pack
from tests.live import ROOT
from tests.search_pool.support import LONG, TREE


def start_worker() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "service.search_pool.worker"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_worker_ends_with_its_input() -> None:
    worker = start_worker()
    _, complaints = worker.communicate(timeout=30)
    assert (worker.returncode, complaints) == (0, b"")


def test_a_worker_ends_in_mid_search_when_its_server_is_gone() -> None:
    worker = start_worker()
    assert worker.stdin
    assert worker.stdout
    assert worker.stderr
    worker.stdin.write(pack(LONG))
    worker.stdin.flush()
    worker.stdout.close()
    assert worker.wait(timeout=30) == 0
    assert worker.stderr.read() == b""
    worker.stdin.close()
    worker.stderr.close()


def test_an_interrupt_from_the_keyboard_is_left_to_the_server() -> None:
    worker = start_worker()
    assert worker.stdin
    assert worker.stdout
    worker.stdin.write(pack(TREE))
    worker.stdin.flush()
    assert worker.stdout.read(4)  # it is up, and has set its signals
    os.kill(worker.pid, signal.SIGINT)
    _, complaints = worker.communicate(timeout=30)
    assert (worker.returncode, complaints) == (0, b"")
