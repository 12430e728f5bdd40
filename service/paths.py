"""Find the path of a request within the application, whatever prefix it is served under."""

from starlette.types import Scope


def route_path(scope: Scope) -> str:
    """Return the path without the prefix (`root_path`), as routes declare it.

    A server that knows the prefix includes it in the path, and so does a mount. Behind a proxy that
    removes the prefix, the path may lack it.
    """
    path: str = scope["path"]
    within = path.removeprefix(scope.get("root_path", ""))
    return within if within.startswith(("/", "*")) else path
