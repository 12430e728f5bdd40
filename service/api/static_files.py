"""Files for browsers: compressed, with a strict policy, and checked for a newer one each time.

File names carry no version: `no-cache` makes sure that a release never mixes old and new files. A
file is read and compressed once, in a thread, and its bytes are shared by all who ask for it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from mimetypes import MimeTypes
from pathlib import Path
from subprocess import CalledProcessError
from typing import Final

from starlette._utils import get_route_path
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from service.api.caching import check_match, content_etag, matching_etag
from service.api.encoding import SMALL, accepts_gzip, gzipped
from service.api.prepared import VARY, PreparedResponse, RawHeaders

STATIC: Final = Path(__file__).parent.parent / "static"

TYPES: Final = MimeTypes()
TYPES.add_type("text/javascript", ".js")
TYPES.add_type("text/plain", ".ts")
TYPES.add_type("text/markdown", ".md")

POLICY: Final = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    b"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SAME_ORIGIN: Final[RawHeaders] = (
    (b"cache-control", b"no-cache"),
    (b"content-security-policy", POLICY),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
)
ANY_ORIGIN: Final = (*SAME_ORIGIN, (b"cross-origin-resource-policy", b"cross-origin"))

Content = tuple[bytes, str]  # a body and its media type


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file in both forms, which share one weak ETag."""

    etag: str
    plain: PreparedResponse
    compressed: PreparedResponse
    not_modified: PreparedResponse

    @classmethod
    def of(cls, content: Content, headers: RawHeaders) -> "StaticFile":
        """A file with this content; takes some milliseconds for each 100 KB."""
        body, media_type = content
        etag = content_etag(body)
        headers = (*headers, VARY, (b"etag", b"W/" + etag.encode()))
        packed, encoding = gzipped(body, SMALL), (b"content-encoding", b"gzip")
        return cls(
            etag,
            PreparedResponse(200, (*headers, *_content_headers(body, media_type)), body),
            PreparedResponse(
                200, (*headers, *_content_headers(packed, media_type), encoding), packed
            ),
            PreparedResponse(304, headers),
        )

    def response(self, scope: Scope) -> PreparedResponse:
        """The response to a request: 304 to a client that holds the file; raises ProblemError."""
        check_match((), scope)  # no weak tag matches (RFC 9110, 13.1.1)
        if matching_etag([self.etag], scope):
            return self.not_modified
        return self.compressed if accepts_gzip(scope) else self.plain


class StaticFiles:
    """Named files, each prepared when it is first asked for (ASGI, to be mounted)."""

    def __init__(self, headers: RawHeaders, **sources: Callable[[], Content]) -> None:
        self._headers = headers
        self._sources = sources
        self._prepared: dict[str, asyncio.Task[StaticFile]] = {}

    @classmethod
    def in_folder(cls, folder: Path, headers: RawHeaders = SAME_ORIGIN) -> "StaticFiles":
        """All files below a folder, by their paths in it."""
        paths = [path for path in folder.rglob("*") if path.is_file()]
        return cls(headers, **{p.relative_to(folder).as_posix(): reader(p) for p in paths})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the file that the path names below the mount."""
        await self.serve(get_route_path(scope).lstrip("/"), scope, receive, send)

    async def serve(self, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file; raises HTTPException 404 or 405."""
        if scope["method"] != "GET":
            raise HTTPException(405)
        if name not in self._sources:
            raise HTTPException(404)
        file = await self._file(name)
        await file.response(scope)(scope, receive, send)

    async def _file(self, name: str) -> StaticFile:
        if name not in self._prepared:
            self._prepared[name] = asyncio.ensure_future(asyncio.to_thread(self._prepare, name))
        try:
            return await asyncio.shield(self._prepared[name])
        except (OSError, CalledProcessError):
            self._prepared.pop(name, None)  # no memory, or too many open files, for now
            raise

    def _prepare(self, name: str) -> StaticFile:
        return StaticFile.of(self._sources[name](), self._headers)


class Page:
    """A single file (ASGI)."""

    def __init__(self, read: Callable[[], Content], headers: RawHeaders) -> None:
        self._files = StaticFiles(headers, page=read)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the file."""
        await self._files.serve("page", scope, receive, send)


def reader(path: Path) -> Callable[[], Content]:
    """Reads a file."""
    media_type = TYPES.guess_type(path.name)[0] or "application/octet-stream"
    return lambda: (path.read_bytes(), media_type)


def _content_headers(body: bytes, media_type: str) -> RawHeaders:
    charset = "; charset=utf-8" if media_type.startswith("text/") else ""
    return (
        (b"content-length", b"%d" % len(body)),
        (b"content-type", (media_type + charset).encode()),
    )
