"""How files reach a browser: compressed, shut in by a policy, kept and asked after each time.

File names carry no version: `no-cache` sees to it that a release never mixes old and new files.
"""

from collections.abc import Awaitable, Callable
from hashlib import sha256
from mimetypes import MimeTypes
from os import PathLike, stat_result
from pathlib import Path
from typing import Final

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from service.api.caching import is_held

STATIC: Final = Path(__file__).parent.parent / "static"
COMPRESSED: Final = [Middleware(GZipMiddleware, minimum_size=1, compresslevel=5)]

TYPES: Final = MimeTypes()
TYPES.add_type("text/javascript", ".js")
TYPES.add_type("text/plain", ".ts")

HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
ANY_ORIGIN: Final = {**HEADERS, "Cross-Origin-Resource-Policy": "cross-origin"}


class Files(StaticFiles):
    """Starlette's, with these headers and an ETag of the content: the same on any replica."""

    def __init__(
        self,
        *,
        directory: Path | None = None,
        packages: list[str | tuple[str, str]] | None = None,
        headers: dict[str, str] = HEADERS,
    ) -> None:
        super().__init__(directory=directory, packages=packages)
        self.headers = headers

    def file_response(
        self,
        full_path: str | PathLike[str],
        stat_result: stat_result,  # noqa: ARG002  the signature is Starlette's
        scope: Scope,
        status_code: int = 200,  # noqa: ARG002
    ) -> Response:
        """The file, or 304."""
        path = Path(full_path)
        media_type = TYPES.guess_type(path.name)[0] or "application/octet-stream"
        return file_response(path.read_bytes(), media_type, scope, self.headers)


def file_response(
    body: bytes, media_type: str, scope: Scope, headers: dict[str, str] = HEADERS
) -> Response:
    """A page or file, or 304 to a client that holds it; compressed or not, it has one weak ETag."""
    etag = f'"{sha256(body).hexdigest()[:32]}"'
    headers = {**headers, "ETag": f"W/{etag}"}
    if is_held(etag, scope):
        return Response(status_code=304, headers={**headers, "Vary": "Accept-Encoding"})
    return Response(body, headers=headers, media_type=media_type)


def page(path: str, file: str) -> Route:
    """One of our files at a path of its own."""
    files = Files(directory=STATIC)

    async def get(request: Request) -> Response:
        return await files.get_response(file, request.scope)

    return route(path, get)


def route(path: str, get: Callable[[Request], Awaitable[Response]]) -> Route:
    """A page that a function makes."""
    return Route(path, get, include_in_schema=False, middleware=COMPRESSED)


def folder(path: str, files: Files) -> Mount:
    """All files of a folder, below a path."""
    return Mount(path, files, middleware=COMPRESSED)
