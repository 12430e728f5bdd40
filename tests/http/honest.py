"""Clients that ask properly, and what a server may have lost when others have not."""

import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Self

from tests.http.support import BOARD, MEGABYTE, PATIENCE, Server, wait_until

GROWTH = 16 * MEGABYTE  # of what may stay after abuse: freed memory is not all given back
PEAK = 48 * MEGABYTE  # of what abuse may take while it lasts


class Honest:
    """A client that asks properly, on one connection and on new ones, until it is told to stop."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._stop = Event()
        self.rounds = 0
        self._faults: list[str] = []
        self._thread = Thread(target=self._run)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        assert not self._faults
        assert self.rounds

    def wait_for_a_round(self) -> None:
        """Return when it has asked everything once more."""
        before = self.rounds
        wait_until(lambda: self.rounds > before + 1 or bool(self._faults))

    def _run(self) -> None:
        kept = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=PATIENCE)
        try:
            while not self.rounds or not self._stop.wait(0.1):
                new = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=PATIENCE)
                for connection in (kept, new):
                    connection.request("GET", "/livez")
                    self._check(connection.getresponse(), b'"ok"')
                    headers = {"Content-Type": "application/json"}
                    connection.request("POST", "/v1/analysis", BOARD, headers)
                    self._check(connection.getresponse(), b'"best_move":3')
                new.close()
                self.rounds += 1
        except (OSError, http.client.HTTPException) as error:
            self._faults.append(repr(error))
        kept.close()

    def _check(self, answer: http.client.HTTPResponse, expected: bytes) -> None:
        body = answer.read()
        if answer.status != 200 or expected not in body:
            self._faults.append(f"{answer.status}: {body!r}")


@contextmanager
def unharmed(server: Server) -> Iterator[Honest]:
    """See that whatever happens costs the server little, and its honest clients nothing."""
    memory, files = server.memory, server.files
    server.forget_peak()
    with Honest(server) as honest:
        yield honest
    wait_until(lambda: server.files <= files)
    assert server.peak - memory < PEAK
    assert server.memory - memory < GROWTH
