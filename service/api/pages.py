"""Serve the pages, and the files that browsers load.

Every URL on the pages is relative, and every file comes from the service, with a strict content
security policy. File names have no version; `no-cache` prevents a mix of old and new files.
"""

import os
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from mimetypes import MimeTypes
from pathlib import Path
from typing import Final

import fastapi_swagger  # type: ignore[import-untyped]
from fastapi import FastAPI, Request, Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from ..middleware.conditional import conditional_headers, content_etag

STATIC: Final = Path(__file__).parents[1] / "static"
SWAGGER_UI: Final = Path(fastapi_swagger.__file__).with_name("resources")
PAGES: Final = {
    "/": "play/index.html",
    "/docs": "docs/index.html",
    "/examples/": "examples/index.html",
    "/learn": "learn/index.html",
    "/learn/practice": "practice/index.html",
    "/problems": "docs/problems.html",
    "/puzzles": "puzzles/index.html",
}

TYPES: Final = MimeTypes()  # The types that the machine defines are ignored.
TYPES.add_type("text/javascript", ".js")
TYPES.add_type("text/markdown", ".md")
TYPES.add_type("text/plain", ".py")
TYPES.add_type("text/plain", ".ts")

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# The page with the player editor shows the sandbox in a frame. The sandbox's only script starts a
# worker, which inherits the policy of the sandbox, so that a player cannot send requests.
SANDBOX_POLICY: Final = (
    "default-src 'none'; script-src 'sha256-{digest}'; worker-src blob:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
)
SAME_ORIGIN: Final = {"Content-Security-Policy": POLICY, "Referrer-Policy": "same-origin"}
FRAMING: Final = SAME_ORIGIN | {"Content-Security-Policy": f"{POLICY}; frame-src 'self'"}
ANY_ORIGIN: Final = SAME_ORIGIN | {"Cross-Origin-Resource-Policy": "cross-origin"}


class Files(StaticFiles):
    """The files in a folder, with precise media types, and ETags that are equal on all replicas."""

    def __init__(self, folder: Path, headers: Mapping[str, str] = SAME_ORIGIN) -> None:
        super().__init__(directory=folder, follow_symlink=True)  # Some installers link files.
        self.headers = headers

    def file_response(
        self,
        full_path: PathLike,
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,  # noqa: ARG002  never another
    ) -> Response:
        """Respond with the whole file; FileResponse could send part of it or a plain-text error."""
        path = Path(full_path)
        media_type = TYPES.guess_type(path.name)[0] or "application/octet-stream"
        content = read(path, stat_result.st_mtime_ns)
        return file_response(scope, content, media_type, self.headers)


@lru_cache(maxsize=256)
def read(path: Path, modified: int) -> bytes:  # noqa: ARG001  part of the cache key
    """Return a file, cached until it is modified, so that slow clients share one copy of it."""
    return path.read_bytes()


def file_response(
    scope: Scope, content: bytes, media_type: str, headers: Mapping[str, str]
) -> Response:
    """Return a response with a file; raise the same errors as `conditional_headers`."""
    headers = {"Cache-Control": "no-cache", **headers}
    headers = conditional_headers(scope, content_etag(content), headers)
    return Response(content, 200, headers, media_type)


def add_pages(app: FastAPI) -> None:
    """Add the routes of all pages and folders."""
    ancestors = f"frame-ancestors {app.state.settings.framing}"

    def framed(headers: Mapping[str, str]) -> dict[str, str]:
        """Let the pages of the operator's origins show a page in a frame."""
        policy = headers["Content-Security-Policy"].replace("frame-ancestors 'none'", ancestors)
        return {**headers, "Content-Security-Policy": policy}

    files = Files(STATIC, framed(SAME_ORIGIN))
    for path, name in PAGES.items():
        app.add_route(path, _page(files, name), include_in_schema=False)
    app.add_route("/learn/player", _page(Files(STATIC, framed(FRAMING)), "player/index.html"))
    app.add_route(
        "/learn/player/sandbox", _page(Files(STATIC, _sandboxed()), "player/sandbox.html")
    )
    app.mount("/client", Files(STATIC / "client", ANY_ORIGIN))
    app.mount("/docs/swagger-ui", Files(SWAGGER_UI))
    app.mount("/examples", Files(STATIC / "examples", framed(SAME_ORIGIN)))
    app.mount("/static", files)


def _page(files: Files, name: str) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that sends one of the files."""

    async def endpoint(request: Request) -> Response:
        return await files.get_response(name, request.scope)

    return endpoint


def _sandboxed() -> dict[str, str]:
    """Return the sandbox page's headers; their policy allows only that page's script."""
    page = (STATIC / "player" / "sandbox.html").read_text(encoding="utf-8")
    script = page.partition("<script>")[2].partition("</script>")[0]
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return SAME_ORIGIN | {"Content-Security-Policy": SANDBOX_POLICY.format(digest=digest)}
