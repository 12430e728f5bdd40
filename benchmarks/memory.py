"""Section `memory`: the time and memory of one analysis that spends its whole budget."""

import json
from time import perf_counter

from benchmarks.client import HEAD_END, connect, request, send
from benchmarks.positions import body, empty_board, title
from benchmarks.server import cpu_seconds, peak_mebibytes, running_server
from benchmarks.table import duration, heading, paragraph, table
from service.engine.board.position import Position
from service.engine.budget import DEFAULT_NODES, MAX_NODES

EASY = empty_board(4, 4, 4)
HARD = (empty_board(9, 6, 5), empty_board(8, 7, 5), empty_board(5, 5, 4, misere=True))
BUDGETS = (("compiled", DEFAULT_NODES), ("compiled", MAX_NODES), ("python", DEFAULT_NODES))


def run() -> None:
    """Print the cost of hard empty boards within the default and the highest budget."""
    heading("Memory and time of one request at most: empty boards too hard to solve")
    paragraph(
        "Each row is a new server. CPU and memory are its search worker's; memory is resident, the "
        "interpreter included."
    )
    rows = [_row(EASY, "compiled", DEFAULT_NODES)]
    rows += [_row(each, search, nodes) for search, nodes in BUDGETS for each in HARD]
    columns = ["columns, rows, in a row", "search", "nodes", "solved", "seconds", "CPU"]
    table([*columns, "peak memory"], rows)


def _row(position: Position, search: str, max_nodes: int) -> list[str]:
    message = request("POST", "/v1/analysis", body(position, max_nodes=max_nodes))
    with running_server(search=search, search_timeout="900") as server:
        with connect(server.port) as connection:
            started = perf_counter()
            response = send(connection, message)
            seconds = perf_counter() - started
        analysis = json.loads(response.partition(HEAD_END)[2])
        return [
            title(position),
            search,
            f"{analysis['nodes']:,}",
            "yes" if analysis["solved"] else "no",
            duration(seconds),
            duration(sum(map(cpu_seconds, server.children))),
            f"{max(map(peak_mebibytes, server.children)):,.0f} MiB",
        ]
