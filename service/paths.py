"""Find the path of a request within the application, whatever the application's path prefix."""

from starlette.types import Scope


def route_path(scope: Scope) -> str:
    """Return the path as routes declare it, without the prefix (`root_path`).

    A server that knows the prefix includes it in the path, and so does a mount. Behind a proxy that
    removes the prefix, the path may lack it.
    """
    path: str = scope["path"]
    within = path.removeprefix(scope.get("root_path", ""))
    return within if within.startswith(("/", "*")) else path
