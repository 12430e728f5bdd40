"""SIGTERM, SIGINT and SIGHUP under load, also while nobody reads the log."""

import fcntl
import os
import signal
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice

import pytest

from tests.http.stopping import Asking, long_messages, quick_messages
from tests.http.support import PATIENCE, Server, wait_until
from tests.live import ADDRESS, ROOT, Service

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
STOPS = 20
PAUSED = 4  # one of so many has nobody who reads its log
PIPE = 4_096  # bytes, the least that a pipe may hold


class Paused(Service):
    """A server whose log is read until it is up, and then no more."""

    def start(self) -> None:
        """Return once it takes requests."""
        self.process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            env=self._environment | {"NOUGHTS_PORT": self._port},
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr
        fcntl.fcntl(self.process.stderr, fcntl.F_SETPIPE_SZ, PIPE)
        found = None
        while not found:
            found = ADDRESS.search(self.process.stderr.readline())
        self.url, self._port = found.groups()

    def _end(self) -> int:
        code = self.process.wait()
        assert self.process.stderr
        self.process.stderr.close()
        return code


def stop_under_load(number: signal.Signals, service: Service) -> Counter[str]:
    """Stop a server that has a lot to do; what became of the requests."""
    server = Server(service)
    try:
        clients = [Asking(server, quick_messages(), keep=i % 2 == 0) for i in range(4)]
        clients += [Asking(server, long_messages(24 * i), keep=i % 2 == 0) for i in range(2)]
        with ThreadPoolExecutor(len(clients)) as pool:
            runs = [pool.submit(client.run) for client in clients]
            wait_until(lambda: bool(server.workers) and all(c.answered > 30 for c in clients[:4]))
            service.process.send_signal(number)
            assert service.process.wait(PATIENCE) == 0
            for run in runs:
                run.result()
    finally:
        service.stop()
    assert not [line for line in service.log if '"error"' in line or "Traceback" in line]
    return Counter(
        answered=sum(client.answered for client in clients),
        not_accepted=sum(client.not_accepted for client in clients),
    )


@pytest.mark.parametrize("stops", [3, pytest.param(STOPS, marks=pytest.mark.full)])
def test_nothing_is_lost_by_any_signal(stops: int) -> None:
    total: Counter[str] = Counter()
    for count, number in enumerate(islice(cycle(SIGNALS), stops)):
        kind = Paused if count % PAUSED == 0 else Service
        total += stop_under_load(number, kind(drain_timeout="50", workers="4", search="python"))
    assert total["answered"] > 100 * stops
    assert total["not_accepted"] <= 1 + stops / 10  # connected in the instant in which it closed


def test_the_paused_log_is_full() -> None:
    service = Paused()
    try:
        server = Server(service)
        for _ in range(100):
            assert server.get("/livez").status == 200
        os.kill(server.pid, signal.SIGHUP)
        assert service.process.wait(PATIENCE) == 0
    finally:
        service.stop()
