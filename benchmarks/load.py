"""Section `load`: how soon short questions are answered while long searches run.

To add a load, add it to LOADS. The long searches are counted and end; the short questions are
asked until then.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, islice, repeat
from random import Random
from statistics import mean, median, quantiles
from threading import Event
from time import perf_counter

from benchmarks.client import ask, connections, exchange, request
from benchmarks.positions import empty_board, random_positions, unfinished_positions
from benchmarks.server import running_server
from benchmarks.table import duration, heading, paragraph, table, times
from service.engine.board.notation import write_board
from service.engine.board.position import Position
from service.engine.budget import DEFAULT_NODES

SEED = 20_260
SHORT_CLIENTS = 4
PAUSE = 0.05  # seconds between two short questions of a client
WARM_UP_SECONDS = 1.0
IDLE_SECONDS = 4.0
LAST_CALL = 10.0  # seconds after which a client asks for no further long search
PATIENCE = 300.0  # seconds that a long search may take, its wait included
AIM = 5  # times as long as on an idle server, the 3x3 median under the first load

GOOD, REFUSED, NO_ANSWER = "200", "503 with Retry-After", "no answer"


@dataclass(frozen=True, slots=True)
class Load:
    """A number of clients, and how many long searches each asks for at most, one by one."""

    clients: int
    searches: int


LOADS = (Load(8, 2), Load(16, 1))


@dataclass(frozen=True, slots=True)
class Short:
    """The seconds that each short question took."""

    analyses: list[float]
    livez: list[float]


@dataclass(frozen=True, slots=True)
class Long:
    """How a long search was answered, in how many seconds, and with how many nodes."""

    kind: str
    seconds: float
    nodes: int = 0


def run() -> None:
    """Ask a server of its own, idle and under each load, and print what became of everything."""
    heading("Load: short answers while long searches run")
    paragraph(
        "A server with default settings. Long: analyses of different early positions of 7,7,5 and "
        f"5,5,4 misère, too hard for {DEFAULT_NODES:,} nodes. Short: {SHORT_CLIENTS} clients ask "
        "for analyses of 3x3, each time of another position, and one asks for /livez, each "
        f"{PAUSE * 1000:.0f} ms after its last answer. All clients share the machine's cores. "
        "Searches run at a low priority: whatever else the machine does slows them first."
    )
    clients = _short_clients()
    messages = iter(_long_messages())
    with running_server() as server:
        with _asking(server.port, clients):
            Event().wait(WARM_UP_SECONDS)
        with _asking(server.port, clients) as idle:
            Event().wait(IDLE_SECONDS)
        results: list[tuple[Load, Short, list[Long]]] = []
        for load in LOADS:
            with _asking(server.port, clients) as short:
                answers = _ask_long(server.port, load, messages)
            results.append((load, short, answers))
    _print_short(idle, results)
    _print_long(results)


def _short_clients() -> list[Iterator[bytes]]:
    """For each client of short analyses its requests, without an end."""
    positions = unfinished_positions(empty_board(3, 3, 3))
    Random(SEED).shuffle(positions)
    messages = [_analysis(position) for position in positions]
    return [cycle(messages[first::SHORT_CLIENTS]) for first in range(SHORT_CLIENTS)]


def _long_messages() -> list[bytes]:
    """A different request for each long search."""
    count = sum(load.clients * load.searches for load in LOADS)
    games = [empty_board(5, 5, 4, misere=True), empty_board(7, 7, 5)]
    samples = [random_positions(game, range(2, 6), -(-count // 2), SEED) for game in games]
    return [_analysis(position) for pair in zip(*samples, strict=True) for position in pair]


def _analysis(position: Position) -> bytes:
    """The request for an analysis."""
    asked = {
        "board": write_board(position),
        "side_to_move": position.side_to_move,
        "in_a_row": position.geometry.in_a_row,
        "misere": position.misere,
        "max_nodes": DEFAULT_NODES,
    }
    return request("POST", "/v1/analysis", json.dumps(asked).encode())


@contextmanager
def _asking(port: int, clients: Sequence[Iterator[bytes]]) -> Iterator[Short]:
    """Ask short questions for the length of the block; raises RuntimeError unless all get a 200."""
    short = Short([], [])
    livez = repeat(request("GET", "/livez"))
    done = Event()
    with ThreadPoolExecutor(len(clients) + 1) as pool:
        futures = [pool.submit(_ask_short, port, c, done, short.analyses) for c in clients]
        futures.append(pool.submit(_ask_short, port, livez, done, short.livez))
        try:
            yield short
        finally:
            done.set()
    for future in futures:
        future.result()


def _ask_short(port: int, messages: Iterator[bytes], done: Event, seconds: list[float]) -> None:
    """Ask one question after another, with a pause between two, until it is done."""
    with connections(port, 1) as (connection,):
        while not done.wait(PAUSE):
            message = next(messages)
            started = perf_counter()
            ask(connection, message)
            seconds.append(perf_counter() - started)


def _ask_long(port: int, load: Load, messages: Iterator[bytes]) -> list[Long]:
    """What became of each long search of a load."""
    last_call = perf_counter() + LAST_CALL

    def client(own: Sequence[bytes]) -> list[Long]:
        return [_long(port, message) for message in own if perf_counter() < last_call]

    tasks = [list(islice(messages, load.searches)) for _ in range(load.clients)]
    with ThreadPoolExecutor(load.clients) as pool:
        return [answer for answers in pool.map(client, tasks) for answer in answers]


def _long(port: int, message: bytes) -> Long:
    started = perf_counter()
    try:
        with connections(port, 1, PATIENCE) as (connection,):
            answer = exchange(connection, message)
    except (OSError, RuntimeError):
        return Long(NO_ANSWER, perf_counter() - started)
    seconds = perf_counter() - started
    if answer.status == 200:
        return Long(GOOD, seconds, json.loads(answer.body)["nodes"])
    if answer.status == 503 and answer.header("Retry-After"):
        return Long(REFUSED, seconds)
    return Long(str(answer.status), seconds)


def _print_short(idle: Short, results: Sequence[tuple[Load, Short, list[Long]]]) -> None:
    """Print the times of short answers, and whether they stay short enough."""
    rows = [_short_row("idle", idle, idle)]
    rows += [_short_row(_name(load), short, idle) for load, short, _ in results]
    columns = ["the server is", "3x3 median", "ratio", "99 of 100", "answers"]
    table([*columns, "/livez median", "ratio", "99 of 100", "answers"], rows)
    ratio = median(results[0][1].analyses) / median(idle.analyses)
    verdict = "met" if ratio <= AIM else "MISSED"
    print(f"Aim: 3x3 with {_name(results[0][0])} at most {AIM} x idle: {times(ratio)}, {verdict}.")


def _short_row(name: str, short: Short, idle: Short) -> list[str]:
    row = [name]
    for seconds, beside in ((short.analyses, idle.analyses), (short.livez, idle.livez)):
        row += [
            duration(median(seconds)),
            times(median(seconds) / median(beside)),
            duration(quantiles(seconds, n=100)[-1]),
            f"{len(seconds):,}",
        ]
    return row


def _print_long(results: Sequence[tuple[Load, Short, list[Long]]]) -> None:
    """Print how long searches were answered; raises SystemExit if any was in no proper way."""
    print()
    columns = ["long searches", "asked", GOOD, REFUSED, "anything else"]
    columns += ["nodes, mean", "median time", "worst time"]
    table(columns, [_long_row(_name(load), answers) for load, _, answers in results])
    kinds = Counter(answer.kind for _, _, answers in results for answer in answers)
    if others := {kind: count for kind, count in kinds.items() if kind not in (GOOD, REFUSED)}:
        raise SystemExit(f"Long searches were answered in other ways: {others}.")
    print("Every question was answered, the long ones with 200 or 503 and the short ones with 200.")


def _long_row(name: str, answers: Sequence[Long]) -> list[str]:
    good = [answer for answer in answers if answer.kind == GOOD]
    refused = sum(answer.kind == REFUSED for answer in answers)
    return [
        name,
        str(len(answers)),
        str(len(good)),
        str(refused),
        str(len(answers) - len(good) - refused),
        f"{mean(answer.nodes for answer in good):,.0f}" if good else "",
        duration(median(answer.seconds for answer in good)) if good else "",
        duration(max(answer.seconds for answer in good)) if good else "",
    ]


def _name(load: Load) -> str:
    return f"{load.clients} clients"
