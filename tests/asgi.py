"""Calls of the application in this process, without a socket: fast enough for all 3x3 boards."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import unquote

from fastapi import FastAPI
from starlette.types import Message

from service.app import create_app
from service.settings import Settings


@dataclass(frozen=True)
class Answer:
    """A response; header names are in lower case."""

    request: str  # method, target and the start of the body, for messages
    status: int
    headers: Mapping[str, str]
    body: bytes
    root_path: str = ""

    def expect(self, status: int) -> Self:
        """The response itself; fails with request and body if the status differs."""
        assert self.status == status, f"{self.request} got {self.status}: {self.body[:500]!r}"
        return self

    @property
    def lasting_headers(self) -> dict[str, str]:
        """The headers except those that differ from request to request."""
        passing = {"x-request-id", "server-timing"}
        return {name: value for name, value in self.headers.items() if name not in passing}

    @property
    def json(self) -> Any:  # noqa: ANN401  any JSON
        """The body as JSON."""
        return json.loads(self.body)


class Client:
    """Sends requests to an application in the event loop of a runner, which it does not close.

    A header that is repeated has its values in a list.
    """

    root_path = ""  # A prefix, as a server or a mount would pass it on.

    def __init__(self, app: FastAPI, runner: asyncio.Runner, root_path: str = "") -> None:
        self.app = app
        self.runner = runner
        self.root_path = root_path

    def get(self, target: str, **headers: str | list[str]) -> Answer:
        """GET a path with its query, as in the request line."""
        return self.send("GET", target, headers=headers)

    def post(self, target: str, document: object, **headers: str) -> Answer:
        """POST a document as JSON."""
        headers = {"content_type": "application/json", **headers}
        return self.send("POST", target, [json.dumps(document).encode()], headers)

    def send(
        self,
        method: str,
        target: str,
        body: Iterable[bytes] = (),
        headers: Mapping[str, str | list[str]] | None = None,
        http_version: str = "1.1",
    ) -> Answer:
        """Send any request; its body has these chunks, and underscores in names are hyphens."""
        return self.runner.run(self.ask(method, target, body, headers, http_version=http_version))

    async def ask(  # noqa: PLR0913, PLR0917
        self,
        method: str,
        target: str,
        body: Iterable[bytes] = (),
        headers: Mapping[str, str | list[str]] | None = None,
        leaves: asyncio.Event | None = None,
        http_version: str = "1.1",
    ) -> Answer:
        """The same, from within the event loop; the client can leave before the response."""
        chunks, headers = list(body), {"host": "x", **(headers or {})}
        path, _, query = target.partition("?")
        fields = [
            (name.replace("_", "-").lower().encode(), value.encode())
            for name, values in headers.items()
            for value in ([values] if isinstance(values, str) else values)
        ]
        if len(chunks) > 1:
            fields.append((b"transfer-encoding", b"chunked"))
        elif chunks and not any(name == b"content-length" for name, _ in fields):
            fields.append((b"content-length", b"%d" % len(chunks[0])))
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": http_version,
            "method": method,
            "scheme": "http",
            "path": self.root_path + unquote(path),
            "raw_path": (self.root_path + path).encode(),
            "query_string": query.encode(),
            "root_path": self.root_path,
            "headers": fields,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8000),
        }
        incoming = [
            {"type": "http.request", "body": chunk, "more_body": i < len(chunks) - 1}
            for i, chunk in enumerate(chunks or [b""])
        ]
        sent: list[Message] = []

        async def receive() -> Message:
            if incoming:
                return incoming.pop(0)
            if sent and (b"connection", b"close") in sent[0]["headers"]:
                return {"type": "http.disconnect"}
            await (leaves or asyncio.Event()).wait()  # without an event, it stays
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        return Answer(
            f"{method} {target} {b''.join(chunks)[:500].decode(errors='replace')}".strip(),
            sent[0]["status"],
            {name.decode(): value.decode() for name, value in sent[0]["headers"]},
            b"".join(message.get("body", b"") for message in sent[1:]),
            self.root_path,
        )


class Clients:
    """Creates clients, and closes their applications in the end."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self._runner = runner
        self._created: list[Client] = []

    def __call__(self, **settings: Any) -> Client:  # noqa: ANN401
        """A client of a new application; a setting that is not named has its default."""
        client = Client(create_app(Settings.model_construct(**settings)), self._runner)
        self._created.append(client)
        return client

    def close(self) -> None:
        """End all searches."""
        for client in self._created:
            self._runner.run(client.app.state.searches.close())
