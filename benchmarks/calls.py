"""How many of our functions a request calls, outside the engine: `python -m benchmarks.calls`.

The targets are 25 calls for a cached request, and 130 for a new one that a worker searches. A
coroutine that continues counts again, as `sys.setprofile` sees it.
"""

import asyncio
import sys
from pathlib import Path
from types import FrameType

from uvicorn import Server

import service
from benchmarks.table import Figure, report
from service.app import create_app
from service.logs import configure
from service.serve import listen, server_config
from service.settings import Settings

ROOT = Path(service.__file__).parent
ENGINE = ROOT / "engine"
REQUEST = "GET /v1/analysis?board=..../..../....&max_nodes={} HTTP/1.1\r\nHost: x\r\n\r\n"


async def main() -> None:
    """Send a request that starts a worker, a new one and its repetition, and print the calls."""
    settings = Settings.model_construct(host="127.0.0.1", port=0)
    configure("info")
    app = create_app(settings)
    listeners = listen(settings.host, settings.port)
    server = Server(server_config(app, settings))
    serving = asyncio.create_task(server.serve(listeners))
    while not server.started:  # noqa: ASYNC110  there is no event
        await asyncio.sleep(0.01)
    reader, writer = await asyncio.open_connection(*listeners[0].getsockname())
    calls: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(ROOT) and ENGINE not in path.parents:
            calls.append(frame.f_code.co_qualname)

    counts = []
    for max_nodes in (1_000, 1_001, 1_001):
        calls.clear()
        sys.setprofile(note)
        writer.write(REQUEST.format(max_nodes).encode())
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].split()[0]))
        sys.setprofile(None)
        counts.append(len(calls))
    writer.close()
    server.should_exit = True
    await serving
    report([Figure("new", counts[1], 130), Figure("cached", counts[2], 25)])


if __name__ == "__main__":
    asyncio.run(main())
