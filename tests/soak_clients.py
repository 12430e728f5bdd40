"""The clients of a soak: each asks from a table of questions, whose right answers are known.

What comes back has to be the right answer, byte for byte,
or 503 `overloaded`; while the server is being restarted, there may also be nothing.
"""

import json
import socket
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from random import Random
from threading import Thread
from time import monotonic, sleep

from tests.http.support import PATIENCE, Answer, Server, answers, read_all, request, reset

QUESTIONS = 400
PAUSE = 0.01  # seconds between two requests of a client

Tally = Counter[str]
Table = dict[bytes, tuple[int, bytes]]


def board(random: Random, columns: int, rows: int, marks: int) -> str:
    """A board with so many marks anywhere."""
    cells = ["."] * columns * rows
    for number, cell in enumerate(random.sample(range(columns * rows), marks)):
        cells[cell] = "XO"[number % 2]
    return "/".join("".join(cells[i : i + columns]) for i in range(0, columns * rows, columns))


def quick(random: Random) -> bytes:
    """A question, as a rule a good one, that is answered at once."""
    size, most = random.choice([(3, 8), (4, 14)])
    asked: dict[str, object] = {
        "board": board(random, size, size, random.randrange(most - 7, most + 1)),
        "in_a_row": size,
    }
    path = random.choice(["analysis", "best-move", "game-tree"] if size == 3 else ["analysis"])
    if random.random() < 0.5:
        return request("POST", f"/v1/{path}", json.dumps(asked).encode(), close=True)
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return request("GET", f"/v1/{path}?{query}", close=True)


def wrong(random: Random) -> bytes:
    """A question that is refused."""
    field = b'{"board": "XXXOO....", "x%d": 1}' % random.randrange(10**6)
    return random.choice(
        [
            request("POST", "/v1/analysis", b"?" * random.randrange(1, 2_000), close=True),
            request("POST", "/v1/analysis", b" " * 70_000, close=True),
            request("POST", "/v1/best-move", field, close=True),
            request("GET", f"/v1/analysis?board={random.randrange(10**9)}", close=True),
            request("GET", f"/{random.randrange(10**9)}", close=True),
            request("GET", "/" + "a" * random.choice([4_000, 5_000, 100_000]), close=True),
            request("GET", "/livez", b"", "X: " + "a" * 20_000, close=True),
            request("DELETE", "/v1/analysis", close=True),
            b"nonsense %d\r\n\r\n" % random.randrange(10**9),
        ]
    )


def heavy(random: Random) -> bytes:
    """A question that takes a search."""
    asked = {
        "board": board(random, 7, 7, random.randrange(2, 12)),
        "in_a_row": 5,
        "max_nodes": random.choice([1_000, 5_000, 20_000, 60_000]),
    }
    return request("POST", "/v1/analysis", json.dumps(asked).encode(), close=True)


def make_table(server: Server) -> Table:
    """Questions of all kinds with their answers, asked one by one of a server left in peace."""
    random = Random(1)
    table = {}
    for kind, count in ((quick, QUESTIONS), (wrong, QUESTIONS // 4), (heavy, QUESTIONS // 8)):
        for _ in range(count):
            message = kind(random)
            [answer] = server.ask(message)
            table[message] = (answer.status, answer.body)
    return table


@dataclass(frozen=True, slots=True)
class Client:
    """One client; `is_down` is set while the server is not there."""

    port: int
    address: str
    table: Table
    is_down: Event

    def run(self, random: Random, seconds: float, tally: Tally) -> None:
        """Behave in one way after another."""
        ways = (self.ask, self.ask_equal, self.abort, self.dawdle)
        end = monotonic() + seconds
        while monotonic() < end:
            [way] = random.choices(ways, (90, 4, 4, 2))
            try:
                way(random, tally)
            except OSError as error:
                tally["while down" if self.is_down.is_set() else f"FAULT {error!r}"] += 1
                sleep(0.2)
            sleep(PAUSE)

    def ask(self, random: Random, tally: Tally) -> None:
        """Ask for something and hold the answer against the right one."""
        message = random.choice(list(self.table))
        with self._connect() as connection:
            self._judge(message, self._exchange(connection, message), tally)

    def ask_equal(self, random: Random, tally: Tally) -> None:
        """Ask for one thing many times at once."""
        message = random.choice([each for each in self.table if b"max_nodes" in each])
        opened = [self._connect() for _ in range(40)]
        for connection in opened:
            connection.sendall(message)
        for connection in opened:
            with connection:
                self._judge(message, self._receive(connection), tally)

    def abort(self, random: Random, tally: Tally) -> None:
        """Leave in the middle of a request or of its answer."""
        message = random.choice(list(self.table))
        connection = self._connect()
        connection.sendall(message[: random.randrange(len(message)) + 1])
        sleep(random.random() / 10)
        reset(connection)
        tally["aborted"] += 1

    def dawdle(self, random: Random, tally: Tally) -> None:
        """Ask for more than is read."""
        with self._connect() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            connection.sendall(request("GET", "/docs/swagger-ui/swagger-ui-bundle.js") * 3)
            for _ in range(random.randrange(5)):
                connection.recv(1_000)
                sleep(0.1)
            reset(connection)
        tally["slow"] += 1

    def _connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, (self.address, 0))

    def _exchange(self, connection: socket.socket, message: bytes) -> Answer | None:
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(message)
        return self._receive(connection)

    def _receive(self, connection: socket.socket) -> Answer | None:
        """The whole answer; None if there is none."""
        received = read_all(connection)
        return answers(received)[0] if received else None

    def _judge(self, message: bytes, answer: Answer | None, tally: Tally) -> None:
        """Count an answer, as a fault if it is not right."""
        if answer is None:
            tally["while down" if self.is_down.is_set() else "FAULT no answer"] += 1
        elif (answer.status, answer.body) == self.table[message]:
            tally[f"{answer.status}"] += 1
        elif answer.status == 503 and b'"overloaded"' in answer.body:
            tally["503 overloaded"] += 1
        elif answer.status == 503 and self.is_down.is_set():
            tally["503 while down"] += 1
        else:
            tally[f"FAULT {answer.status} {answer.body[:80]!r} to {message[:60]!r}"] += 1


def run_clients(
    clients: Sequence[Client], seed: int, seconds: float, tallies: "Queue[Tally]"
) -> None:
    """Have clients behave for so many seconds, and hand in what came of it."""
    tally = Tally()
    threads = [
        Thread(target=client.run, args=(Random(seed + number), seconds, tally))
        for number, client in enumerate(clients)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tallies.put(tally)
