"""The longest step of the event loop that one request causes: meanwhile, no other is served.

Each header, parameter and field of a body is sent at its greatest length, with several contents.
"""

import asyncio
import gc
import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from threading import Thread
from time import thread_time
from typing import Any, Self
from urllib.parse import quote

import uvicorn

from benchmarks.corpus import CLOSE, GOOD, JSON, request
from benchmarks.server import ROOT, connect
from benchmarks.table import heading, table, tracked
from service.api.strict_json import MAX_PARTS
from service.app import create_app
from service.serve import listen, server_config
from service.settings import Settings

# Bytes: a URL and a head that are read, though too long; bodies within the limits.
URL, HEAD, BODY, LARGE = 8_000, 39_000, 65_000, 1_000_000
MAX_STEP, MAX_STEP_OF_LARGE = 10.0, 50.0  # ms
TRIES = 3  # The shortest step counts, because others include loading and garbage collection.
SHOWN = 5
DOCUMENT = json.loads((ROOT / "openapi" / "openapi.json").read_text(encoding="utf-8"))
HEADERS = (
    *("Accept", "Accept-Encoding", "If-None-Match", "If-Match", "Origin", "Prefer", "Cookie"),
    *("X-Forwarded-For", "X-Request-ID", "traceparent", "Content-Type", "Content-Encoding"),
    *("Access-Control-Request-Headers", "Last-Event-ID", "Content-Length", "Forwarded"),
)
# Repeated: list items, quotes, weights, addresses, escapes, digits, cells, rows and fields.
TEXTS = (
    *("a", "a,", ",", '"', '"a",', "\\", "a;q=1,", ";q=", " ", "10.0.0.1,", "[::1],", "%", "1"),
    *(".", "X", "/", ".../", "&a=", "1,", "\u00e9"),
)
VALUES: list[Any] = [[], {}, 1, "", "X", "\u00e9", None, [[]], {"a": 1}, 1.5, True, ["X"]]
BODIES = ("[", '{"":', " ", "1", '"', "\\u0041", '["', "[1,", "{}")
FIELDS = ("unknown", "columns", "starting_side", "max_nodes", "level", "id")
TARGETS = (
    ("GET", "/v1/analysis?board=.........", b""),
    ("GET", "/nope", b""),
    ("OPTIONS", "/v1/analysis", b""),
)
LARGE_PATHS = ("/v1/analyses", "/v1/exam")

Case = tuple[str, bytes]  # what is long, and the request


class Watch:
    """A server in a thread, which notes the longest step of its event loop, in CPU seconds."""

    def __init__(self) -> None:
        settings = Settings.model_validate({"trusted_proxies": "127.0.0.1,10.0.0.0/8"})
        self._server = uvicorn.Server(server_config(create_app(settings), settings))
        self._listeners = listen("127.0.0.1", 0)
        self.port = int(self._listeners[0].getsockname()[1])
        self.longest = 0.0
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        gc.collect()
        gc.freeze()  # as the service does
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=self._server.config.get_loop_factory()) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        watching = asyncio.create_task(self._watch())
        await self._server.serve(self._listeners)
        watching.cancel()

    async def _watch(self) -> None:
        while True:
            started = thread_time()
            await asyncio.sleep(0)
            self.longest = max(self.longest, thread_time() - started)

    def step(self, message: bytes) -> float:
        """Send a request, and return the longest step until its response is complete."""
        steps = []
        for _ in range(TRIES):
            self.longest = 0.0
            with (
                suppress(OSError),
                connect(self.port) as connection,
            ):  # Too long a body is not read.
                connection.sendall(message)
                while connection.recv(2**20):
                    pass
            steps.append(self.longest)
        return min(steps)


def repeated(text: str, size: int) -> str:
    """Return a text repeated up to a size in bytes."""
    return text * (size // len(text.encode()))


def headers() -> Iterator[Case]:
    """Yield each header at its greatest length, for each kind of response, and many headers."""
    batch = json.dumps(GOOD["/v1/analyses"]).encode()
    for method, target, body in (*TARGETS, ("POST", "/v1/analyses", batch)):
        name = f"{method} {target.partition('?')[0]}"
        for header in HEADERS:
            values = [(text, [repeated(text, HEAD)]) for text in TEXTS]
            values.append(("many times", ["10.0.0.1"] * (HEAD // (len(header) + 12))))
            for text, sent in values:
                fields = [(header, value) for value in sent]
                message = request(method, target, JSON, *fields, CLOSE, body=body).message
                yield f"{name}, {header}: {text}", message


def parameters() -> Iterator[Case]:
    """Yield each parameter of each operation at its greatest length, and paths."""
    for path, methods in DOCUMENT["paths"].items():
        parameters = methods.get("get", {}).get("parameters", ())
        for name in ("unknown", *(each["name"] for each in parameters if "name" in each)):
            for text, size in product((*TEXTS, *map(quote, TEXTS)), (URL, HEAD)):
                target = f"{path}?{name}={repeated(text.replace(' ', '+'), size)}"
                yield f"GET {path}?{name}={text}, {size}", request("GET", target, CLOSE).message
    for text, size in product(("a", "/", "%", "%41", "%C3", "%2F", "."), (URL, HEAD)):
        yield f"GET /{text}, {size}", request("GET", f"/{repeated(text, size)}", CLOSE).message


def bodies(size: int, *paths: str) -> Iterator[Case]:
    """Yield each field of operations at its greatest length, as text, array and object."""
    names = json.dumps(dict.fromkeys(map(str, range(min(size // 16, MAX_PARTS // 2))), 0))
    for path in paths:
        good, contents = GOOD[path], {text: repeated(text, size) for text in BODIES}
        contents |= {"names": names, "a long name": json.dumps({"a" * size: 0})}
        for field in {*good, *FIELDS}:
            others = json.dumps({name: good[name] for name in good if name != field})[:-1]
            start = f'{others}{", " * (len(others) > 1)}"{field}": '
            contents[f"{field}: names"] = f"{start}{names}}}"
            for text in TEXTS:
                contents[f"{field}: {text}"] = f"{start}{json.dumps(repeated(text, size // 3))}}}"
            for text in map(json.dumps, VALUES):
                parts = 1 + sum(map(text.count, "[{:,"))
                number = min(size // (len(text) + 1), (MAX_PARTS - 100) // parts)
                contents[f"{field}: [{text}"] = f"{start}[{','.join([text] * number)}]}}"
        for name, content in contents.items():
            yield (
                f"POST {path}, {name}",
                request(*("POST", path, JSON, CLOSE), body=content.encode()).message,
            )


def run() -> None:
    """Send all of them, and print those with the longest steps."""
    heading("Steps: how long one request keeps the event loop from others, in CPU time")
    small = [*headers(), *parameters(), *bodies(BODY, *GOOD)]
    large = [*bodies(LARGE, *LARGE_PATHS)]
    with Watch() as watch:
        for cases, most in ((small, MAX_STEP), (large, MAX_STEP_OF_LARGE)):
            rows = []
            for name, message in tracked(cases, len(cases), "requests"):
                step, size = watch.step(message) * 1e3, len(message)
                each = f"{step / size * 1e3:.2f}"
                is_met = "met" if step <= most else "MISSED"
                rows.append((step, [name, f"{size:,}", f"{step:.1f} ms", each, is_met]))
            title = f"the worst of {len(cases)}, at most {most:g} ms"
            rows.sort(reverse=True)
            table([title, "bytes", "step", "µs/byte", ""], [row for _, row in rows[:SHOWN]])
