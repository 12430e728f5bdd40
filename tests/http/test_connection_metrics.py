"""Open and evicted connections, in the metrics of a real server."""

import re

from tests.http.support import Server, reset, serving, wait_until


def counted(server: Server) -> dict[str, int]:
    """The metrics of connections, asked for on one more of them."""
    found = re.findall(
        r"^noughts_(\w*connections\w*) (\d+)", server.get("/metrics").body.decode(), re.MULTILINE
    )
    return {name: int(number) for name, number in found}


def test_open_and_evicted_connections_are_counted() -> None:
    with serving(max_connections="4") as server:
        assert counted(server) == {
            "connections": 1,
            "max_connections": 4,
            "evicted_connections_total": 0,
        }
        idle = [server.connect() for _ in range(3)]
        wait_until(lambda: counted(server)["connections"] == 4)
        idle += [server.connect() for _ in range(2)]
        wait_until(lambda: counted(server)["evicted_connections_total"] >= 2)
        for connection in idle:
            reset(connection)
        wait_until(lambda: counted(server)["connections"] == 1)
