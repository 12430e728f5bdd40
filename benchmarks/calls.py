"""How many functions of ours a request calls, outside the engine: `python -m benchmarks.calls`.

A coroutine that continues counts again, as `sys.setprofile` sees it.
"""

import asyncio
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final

from uvicorn import Server

import service
from service.app import create_app
from service.logs import JsonFormatter, configure
from service.protocol import Connections
from service.serve import listen, server_config
from service.settings import Settings

ROOT: Final = Path(service.__file__).parent
TARGET: Final = "/v1/analysis?board=..../..../....&max_nodes={nodes}"
REQUEST: Final = "GET {target} HTTP/1.1\r\nHost: x\r\n\r\n"
NODES: Final = (1_000, 1_001, 1_001)  # the first request warms up, the last is a repetition


async def calls_of_requests() -> list[Counter[str]]:
    """Return the calls of each request, by file."""
    settings = Settings.model_construct(host="127.0.0.1", port=0)
    configure("info", JsonFormatter())
    app = create_app(settings)
    listeners = listen(settings.host, settings.port)
    server = Server(server_config(app, settings, Connections(settings, app.state.metrics, 9)))
    serving = asyncio.create_task(server.serve(listeners))
    while not server.started:  # noqa: ASYNC110  there is no event
        await asyncio.sleep(0.01)
    reader, writer = await asyncio.open_connection(*listeners[0].getsockname())
    found = []
    for nodes in NODES:
        calls: Counter[str] = Counter()
        sys.setprofile(partial(note, calls))
        writer.write(REQUEST.format(target=TARGET.format(nodes=nodes)).encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        await reader.readexactly(int(length))
        sys.setprofile(None)
        found.append(calls)
    writer.close()
    server.should_exit = True
    await serving
    return found


def note(calls: Counter[str], frame: FrameType, event: str, _: object) -> None:
    """Count a call of a function of ours."""
    path = Path(frame.f_code.co_filename)
    if event == "call" and path.is_relative_to(ROOT):
        name = str(path.relative_to(ROOT))
        calls[name if "-v" not in sys.argv else f"{name} {frame.f_code.co_qualname}"] += 1


if __name__ == "__main__":
    for kind, calls in zip(("new", "repeated"), asyncio.run(calls_of_requests())[1:], strict=True):
        for file, number in sorted(calls.items()):
            print(f"{number:5}  {file}")
        ours = sum(number for file, number in calls.items() if not file.startswith("engine/"))
        print(f"{ours:5}  {kind}, outside the engine\n")
