"""One request as it goes over the wire, and how to write one."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

JSON: Final = "application/json"
TAG: Final = "{etag}"  # in a header: the ETag that the same server has last given for the target

Headers = Iterable[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Question:
    """One request; `message` is all of it, with TAG where the server's own ETag is to be sent.

    What may be taken for more than one request, or less, is `alone` on its connection.
    """

    method: str
    target: str
    message: bytes
    alone: bool = False

    @property
    def path(self) -> str:
        """The target without its query, cut short if it is very long."""
        return self.target.partition("?")[0][:60]


def ask(method: str, target: str, headers: Headers = (), body: bytes | None = None) -> Question:
    """A well-formed request with these headers, and with the length of its body if it has one."""
    lines = [f"{method} {target} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name}: {value}" for name, value in headers]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    head = "\r\n".join([*lines, "", ""]).encode("latin-1")
    return Question(method, target, head + (body or b""))


def get(path: str, fields: Mapping[str, object], method: str = "GET") -> Question:
    """A request with these fields as its query."""
    query = urlencode(_as_text(fields), safe="/")
    return ask(method, f"{path}?{query}" if query else path)


def post(path: str, document: object) -> Question:
    """A request with this document as its body."""
    return post_bytes(path, json.dumps(document).encode())


def post_bytes(path: str, body: bytes, media_type: str = JSON) -> Question:
    """A request with these bytes as its body."""
    return ask("POST", path, [("Content-Type", media_type)], body)


def raw(message: bytes) -> Question:
    """A request that need not be HTTP, and is named by its first line."""
    method, _, target = message.partition(b"\r\n")[0].decode("latin-1").partition(" ")
    return Question(method[:20], target.rpartition(" ")[0][:60], message, alone=True)


def _as_text(fields: Mapping[str, object]) -> dict[str, str]:
    """The fields of a query: true and false as in JSON."""
    words = {True: "true", False: "false"}
    return {
        name: words[value] if isinstance(value, bool) else str(value)
        for name, value in fields.items()
    }
