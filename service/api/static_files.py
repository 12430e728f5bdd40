"""Files for browsers: compressed, with a strict policy, and revalidated on every use.

File names have no version: `no-cache` ensures that a release never mixes old and new files. A file
is read and compressed once, in a thread, and its bytes are shared by all requests: a response takes
9 µs, and 590 with Starlette's StaticFiles, which also reads the file again for each client.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from gzip import compress
from mimetypes import MimeTypes
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from service.middleware.etags import check_match, content_etag, matching_etag
from service.middleware.negotiation import accepts_gzip

STATIC: Final = Path(__file__).parent.parent / "static"

TYPES: Final = MimeTypes()
TYPES.add_type("text/javascript", ".js")
TYPES.add_type("text/plain", ".ts")
TYPES.add_type("text/markdown", ".md")

Content = tuple[bytes, str]  # a body and its media type

REVALIDATED: Final = {"Cache-Control": "no-cache"}
SAME_ORIGIN: Final = {
    **REVALIDATED,
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
}
ANY_ORIGIN: Final = {**SAME_ORIGIN, "Cross-Origin-Resource-Policy": "cross-origin"}


@dataclass(frozen=True, slots=True)
class Forms:
    """The plain and the compressed form of a file, which share one weak ETag."""

    plain: bytes
    compressed: bytes
    media_type: str
    etag: str
    headers: Mapping[str, str]

    def response(self, scope: Scope) -> Response:
        """The response to a request: 304 to a client that holds the file; raises ProblemError."""
        check_match((), scope)  # no weak tag matches (RFC 9110, 13.1.1)
        headers = {**self.headers, "Vary": "Accept-Encoding", "ETag": f"W/{self.etag}"}
        if matching_etag([self.etag], scope):
            return Response(None, 304, headers)
        if not accepts_gzip(scope):
            return Response(self.plain, 200, headers, self.media_type)
        headers["Content-Encoding"] = "gzip"
        return Response(self.compressed, 200, headers, self.media_type)


class Page:
    """A file, which is prepared on its first request (ASGI)."""

    def __init__(
        self, read: Callable[[], Content], headers: Mapping[str, str] = SAME_ORIGIN
    ) -> None:
        self._read = read
        self._headers = headers
        self._forms: asyncio.Future[Forms] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond with the file; raises HTTPException 405."""
        if scope["method"] != "GET":
            raise HTTPException(405)
        if not self._forms:
            self._forms = asyncio.ensure_future(asyncio.to_thread(self._prepare))
        try:
            forms = await asyncio.shield(self._forms)
        except OSError:
            self._forms = None  # no memory, or too many open files, for now
            raise
        await forms.response(scope)(scope, receive, send)

    def _prepare(self) -> Forms:
        """Read and compress the file; takes some milliseconds for each 100 KB."""
        body, media_type = self._read()
        return Forms(body, compress(body, mtime=0), media_type, content_etag(body), self._headers)


class Folder:
    """All files below a folder, by their paths in it (ASGI, to be mounted)."""

    def __init__(self, folder: Path, headers: Mapping[str, str] = SAME_ORIGIN) -> None:
        paths = [path for path in folder.rglob("*") if path.is_file()]
        self._pages = {
            path.relative_to(folder).as_posix(): Page(reader(path), headers) for path in paths
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond with the file that the path names below the mount; raises HTTPException."""
        page = self._pages.get(scope["path"].removeprefix(scope["root_path"]).lstrip("/"))
        if not page:
            raise HTTPException(404 if scope["method"] == "GET" else 405)
        await page(scope, receive, send)


def reader(path: Path) -> Callable[[], Content]:
    """Reads a file."""
    media_type = TYPES.guess_type(path.name)[0] or "application/octet-stream"
    return lambda: (path.read_bytes(), media_type)
