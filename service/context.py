"""Define what middleware and operations note about a request, in its ASGI scope."""

from dataclasses import dataclass
from typing import Final

from starlette.types import ASGIApp, Scope

KEY: Final = "noughts"  # Of the scope; `state` belongs to the server and to other applications.


@dataclass(slots=True)
class RequestContext:
    """A request, and what has become of it so far, for the response, the metrics and the log."""

    request_id: str
    trace_id: str | None
    method: str  # As received; HEAD is served as GET.
    root_path: str  # The application's, without the prefixes that mounts add.
    public_url: str = ""  # With the prefix under which people know the service.
    status: int | None = None  # None until the response begins.
    problem: str | None = None  # The code.
    nodes: int | None = None  # Nodes searched; None without a search.
    is_cached: bool = False
    rejection: ASGIApp | None = None  # The response to a head that is not served.

    @property
    def base(self) -> str:
        """Return where clients find the service: its public URL, or else its path prefix."""
        return self.public_url or self.root_path.rstrip("/")


def context_of(scope: Scope) -> RequestContext:
    """Return the context that RequestMiddleware put into the scope."""
    context: RequestContext = scope[KEY]
    return context


def path_within(scope: Scope) -> str:
    """Return the path as routes declare it, without the application's prefix.

    A server that knows the prefix includes it in the path, and so does a mount. Behind a proxy that
    removes the prefix, the path may lack it.
    """
    path: str = scope["path"]
    within = path.removeprefix(context_of(scope).root_path)
    return within if within.startswith(("/", "*")) else path
