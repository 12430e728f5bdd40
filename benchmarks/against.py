"""Compares the responses of a revision and of this checkout to the same requests.

`python -m benchmarks.against REVISION`, where the revision is a release such as 1.2.0, a tag or a
commit. Each request is sent twice, so cached responses are compared, too. Bodies are compared as
JSON. Changed sentences and headers are listed, but only another status, problem code or structure
of a body makes the exit code 1.
"""

import gzip
import json
import re
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPException, HTTPResponse
from typing import Any, NamedTuple

from benchmarks.corpus import TAG, Request, requests
from benchmarks.server import checkout, exit_on_sigterm, running_server
from benchmarks.table import heading

TIMEOUT = 30.0  # seconds
PROSE = {"detail", "message", "title", "description", "text"}
ADDED = {"side", "budget_cut", "retry_after", "scope"}  # fields of responses, since 1.3.0
IGNORED_HEADERS = {"date", "x-request-id", "server-timing"}
MISSING = "(missing)"
STRUCTURE, HEADERS, SENTENCES = "Status, code, structure", "Headers", "Sentences"

Difference = tuple[str, str, object, object]  # its kind, its place, and both values


class Response(NamedTuple):
    """A response; status 0 means none. The names of headers are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:  # noqa: ANN401
        """The body as JSON, or as a list of the JSON in its lines; None for other media types."""
        kind = self.headers.get("content-type", "")
        if not self.body or not re.search("json|event-stream", kind):
            return None
        is_compressed = self.headers.get("content-encoding") == "gzip"
        text = (gzip.decompress(self.body) if is_compressed else self.body).decode()
        if kind in ("application/json", "application/problem+json"):
            return json.loads(text)
        lines = re.sub(r"^(data: |:.*|id: .*)", "", text, flags=re.MULTILINE).splitlines()
        lines = [line for line in lines if line.strip()]
        return [line if line.startswith("event: ") else json.loads(line) for line in lines]


def compared(request: Request, old: Response, new: Response) -> Iterator[Difference]:
    """The differences of two responses to a request."""
    where = f"{request.method} {request.target.partition('?')[0]} {old.status}"
    if old.status != new.status:
        yield STRUCTURE, f"{where} -> {new.status}", old.body, new.body
        return
    for pointer, before, after in differences(old.document, new.document):
        is_text = isinstance(before, str) and isinstance(after, str)
        if is_text and pointer.rpartition("/")[2] in PROSE:
            yield SENTENCES, before, before, after
        elif pointer != "/version":  # of health checks
            yield STRUCTURE, f"{where}: {pointer}", before, after
    for name in sorted((old.headers.keys() | new.headers.keys()) - IGNORED_HEADERS):
        values = [response.headers.get(name, MISSING) for response in (old, new)]
        if name == "etag":  # whose value depends on the release
            values = [re.sub('"[^"]*"', '"(tag)"', value) for value in values]
        if values[0] != values[1]:
            yield HEADERS, name, values[0], values[1]


def differences(old: Any, new: Any, pointer: str = "") -> Iterator[tuple[str, Any, Any]]:  # noqa: ANN401
    """The differences of two documents, each with a JSON pointer whose indices are `*`."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in sorted(old.keys() | new.keys()):
            before, after = old.get(name, MISSING), new.get(name, MISSING)
            if name in old or name not in ADDED:
                yield from differences(before, after, f"{pointer}/{name}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for before, after in zip(old, new, strict=True):
            yield from differences(before, after, f"{pointer}/*")
    elif type(old) is not type(new) or old != new:
        yield pointer, old, new


def respond(port: int, request: Request, etags: dict[str, str]) -> Response:
    """The response on a new connection; TAG is replaced by the target's last ETag."""
    message = request.message.replace(TAG, etags.get(request.target, "").encode())
    with socket.create_connection(("127.0.0.1", port), TIMEOUT) as connection:
        with suppress(OSError):  # a refusal may come before the end of the body
            connection.sendall(message)
        try:
            with HTTPResponse(connection, method=request.method) as found:
                found.begin()
                names = {name.lower(): ", ".join(found.msg.get_all(name, [])) for name in found.msg}
                response = Response(found.status, names, found.read())
        except (OSError, HTTPException):
            return Response(0, {}, b"")
    if response.status == 200:
        etags[request.target] = response.headers.get("etag", "")
    return response


def main() -> int:
    """Compare all responses, print the differences with examples, and return the exit code."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    exit_on_sigterm()
    counts = {kind: Counter[str]() for kind in (STRUCTURE, HEADERS, SENTENCES)}
    examples: dict[str, str] = {}
    try:
        with (
            checkout(sys.argv[1]) as folder,
            running_server(folder) as old,
            running_server() as new,
            ThreadPoolExecutor(2) as pool,
        ):
            etags: tuple[dict[str, str], dict[str, str]] = ({}, {})
            for request in (each for each in requests() for _ in range(2)):
                before = pool.submit(respond, old.port, request, etags[0])
                after = pool.submit(respond, new.port, request, etags[1])
                for kind, place, *values in compared(request, before.result(), after.result()):
                    counts[kind][place] += 1
                    both = "\n    ".join(f"{value!r:.200}" for value in values)
                    examples.setdefault(place, f"    {request.message[:160]!r}\n    {both}")
    except LookupError as error:
        sys.exit(str(error))
    for kind, found in counts.items():
        heading(f"{kind}: {found.total():,} differences")
        for place, count in found.most_common():
            print(f"{count:,} x {place}\n{examples[place]}")
    return 1 if counts[STRUCTURE] else 0


if __name__ == "__main__":
    sys.exit(main())
