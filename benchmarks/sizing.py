"""Section `sizing`: the processor time and the memory behind docs/operations.md#sizing."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from statistics import median

from benchmarks.client import Load, load_process, request
from benchmarks.positions import body, empty_board, positions_3x3, random_positions
from benchmarks.server import Server, peak_mebibytes, running_server
from benchmarks.table import duration, heading, paragraph, table
from tests.deploy.proxy import Proxy

SEED = 20_260
ROUNDS = 5
CONNECTIONS = 8
REPEATED = 2_000
NEW = 400
LONG = 10
GET = request("GET", "/v1/best-move?board=XO..X...O")
POST = request("POST", "/v1/best-move", b'{"board": "XO..X...O"}')
BIG = empty_board(9, 9, 5)


def run() -> None:
    """Print the processor time of a request of each kind, and the memory of a replica."""
    heading("Sizing: processor time of a request, and memory of a replica")
    paragraph(
        "Processor time is that of the server, its search workers or nginx; unlike the time of a "
        f"request, it hardly depends on other load. Figures are medians of {ROUNDS} rounds."
    )
    shuffled = [request("POST", "/v1/best-move", body(each)) for each in positions_3x3()]
    Random(SEED).shuffle(shuffled)
    big = random_positions(BIG, range(4, 20), 2 * LONG * ROUNDS, SEED)
    turns = [request("POST", "/v1/best-move", body(each)) for each in big[: LONG * ROUNDS]]
    analyses = [request("POST", "/v1/analysis", body(each)) for each in big[LONG * ROUNDS :]]
    with load_process() as load, running_server() as server, _nginx(server) as nginx:
        idle = _memory(server)
        rows = [
            ["GET, cached by nginx", _cost(load, nginx, [GET] * REPEATED * ROUNDS)],
            ["POST, passed on by nginx", _cost(load, nginx, [POST] * REPEATED * ROUNDS)],
            ["repeated, from memory", _cost(load, server, [GET] * REPEATED * ROUNDS)],
            ["POST, new 3x3 position", _cost(load, server, shuffled[: NEW * ROUNDS])],
            ["move on 9x9, five in a row", _cost(load, server, turns)],
            ["analysis of 9x9, five in a row", _cost(load, server, analyses)],
        ]
        table(["request", "CPU"], rows)
        print(f"Memory: {idle:,.0f} MiB idle, {_memory(server):,.0f} MiB at most.")


def _cost(load: Load, server: Server, messages: Sequence[bytes]) -> str:
    """The processor time of a request; the first messages are not counted."""
    size = len(messages) // ROUNDS
    costs = []
    for at in range(0, len(messages), size):
        before = server.cpu_seconds
        load(server.port, messages[at : at + size], CONNECTIONS)
        costs.append((server.cpu_seconds - before) / size)
    return duration(median(costs))


@contextmanager
def _nginx(server: Server) -> Iterator[Server]:
    with Proxy([f"http://127.0.0.1:{server.port}"]) as proxy:
        yield Server(proxy.port, proxy.process.pid)


def _memory(server: Server) -> float:
    """The sum of the most memory resident in each process, in MiB."""
    return sum(map(peak_mebibytes, [server.pid, *server.children]))
