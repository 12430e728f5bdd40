"""Responses made once and sent many times."""

from dataclasses import dataclass

from pydantic import BaseModel
from starlette.types import Receive, Scope, Send

RawHeaders = tuple[tuple[bytes, bytes], ...]


@dataclass(frozen=True, slots=True)
class PreparedResponse:
    """A whole response: its status, its headers and its body."""

    status: int
    headers: RawHeaders
    body: bytes = b""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send it."""
        headers = list(self.headers)  # middleware adds to it
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body})


def json_response(answer: BaseModel, more_headers: RawHeaders = ()) -> PreparedResponse:
    """An answer as JSON."""
    body = answer.model_dump_json().encode()
    headers = ((b"content-length", b"%d" % len(body)), (b"content-type", b"application/json"))
    return PreparedResponse(200, more_headers + headers, body)
