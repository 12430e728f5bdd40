"""Take the client's address from X-Forwarded-For, to which each proxy adds the address it sees."""

from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

FORWARDED: Final = b"x-forwarded-for"
MAX_PROXIES: Final = 16  # Items read; each takes some microseconds.


class ForwardedMiddleware:
    """uvicorn's middleware, limited to the right end of the list.

    It reads from there to the first address that is not a trusted proxy's, so a client cannot
    change its address by starting the list itself.
    """

    def __init__(self, app: ASGIApp, trusted: list[str]) -> None:
        self._app = ProxyHeadersMiddleware(app, trusted)  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = scope.get("headers", ())
        if values := [value for name, value in headers if name == FORWARDED]:
            last = b",".join(b",".join(values).rsplit(b",", MAX_PROXIES)[-MAX_PROXIES:])
            others = [header for header in headers if header[0] != FORWARDED]
            scope = {**scope, "headers": [*others, (FORWARDED, last)]}
        await self._app(scope, receive, send)  # type: ignore[arg-type]
