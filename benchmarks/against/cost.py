"""What requests cost the processes of both servers, in rounds that take turns."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Final

from benchmarks.against.corpus.question import JSON, TAG, Question, ask, post, post_bytes
from benchmarks.against.exchange import Client
from benchmarks.against.revision import Server
from benchmarks.table import heading, paragraph, table

ROUNDS: Final = 40
REQUESTS: Final = 250  # of each kind, server and round
TARGET: Final = "/v1/analysis?board=XO./.X./..O"
GOOD: Final = b'{"board": "XO./.X./..O"}'


@dataclass(frozen=True, slots=True)
class Row:
    """A request and the status of its answer."""

    name: str
    question: Question
    status: int


ROWS: Final = (
    Row("GET /v1/analysis", ask("GET", TARGET), 200),
    Row("POST /v1/analysis", post_bytes("/v1/analysis", GOOD), 200),
    Row("  with a charset", post_bytes("/v1/analysis", GOOD, f"{JSON}; charset=utf-8"), 200),
    Row("  with a wrong field", post("/v1/analysis", {"board": ".........", "in_a_row": "3"}), 422),
    Row("GET of what is held", ask("GET", TARGET, [("If-None-Match", TAG)]), 304),
)


def compare_cost(old: Server, new: Server) -> None:
    """Print the processor time of one request of each kind, side by side."""
    heading("Cost: processor time of the server for one request")
    seconds: dict[tuple[str, Server], list[float]] = {}
    with Client(old.port) as old_client, Client(new.port) as new_client:
        clients = {old: old_client, new: new_client}
        for row in ROWS:
            for client in clients.values():
                _ask_often(client, row, 2 * REQUESTS)
        for number in range(ROUNDS):
            for row in ROWS:
                for server in (old, new) if number % 2 else (new, old):
                    sample = _sample(server, clients[server], row)
                    seconds.setdefault((row.name, server), []).append(sample)
    _show(seconds, old, new)


def _sample(server: Server, client: Client, row: Row) -> float:
    """Seconds of one request, over one round."""
    before = server.cpu_seconds()
    _ask_often(client, row, REQUESTS)
    return (server.cpu_seconds() - before) / REQUESTS


def _ask_often(client: Client, row: Row, times: int) -> None:
    """Ask that many times; raises RuntimeError at an answer with another status."""
    for _ in range(times):
        status = client.answer(row.question).status
        if status != row.status:
            raise RuntimeError(f"{row.name} was answered with {status}.")


def _show(seconds: Mapping[tuple[str, Server], list[float]], old: Server, new: Server) -> None:
    rows = []
    for row in ROWS:
        before, after = seconds[row.name, old], seconds[row.name, new]
        low, ratio, high = quantiles(b / a for a, b in zip(before, after, strict=True))
        cells = [f"{median(each) * 1e6:.1f} µs" for each in (before, after)]
        rows.append([row.name, *cells, f"{ratio:.2f}", f"{low:.2f} to {high:.2f}"])
    table(["", "old", "new", "new / old", "half of the rounds"], rows)
    paragraph(
        f"Medians of {ROUNDS} rounds of {REQUESTS:,} requests to each, one after the other on a "
        "connection that is kept; the ratio is the median of the ratios of the rounds, and half of "
        "them lie within the bounds beside it. The access log is on and thrown away; the workers "
        "do not count."
    )
