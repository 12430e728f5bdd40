"""Files for browsers: compressed, with a strict policy, and revalidated on every use.

File names have no version: `no-cache` ensures that a release never mixes old and new files. A file
is read and compressed once, in a thread, and its bytes are shared by all requests: a response takes
6 µs, and 590 with Starlette's StaticFiles, which also reads the file again for each client.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from gzip import compress
from mimetypes import MimeTypes
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from service.api.negotiation import weights_of
from service.middleware.etags import check_match, content_etag, matching_etag

STATIC: Final = Path(__file__).parent.parent / "static"

TYPES: Final = MimeTypes()
TYPES.add_type("text/javascript", ".js")
TYPES.add_type("text/plain", ".ts")
TYPES.add_type("text/markdown", ".md")

RawHeaders = tuple[tuple[bytes, bytes], ...]
Content = tuple[bytes, str]  # a body and its media type

POLICY: Final = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    b"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
REVALIDATED: Final[RawHeaders] = ((b"cache-control", b"no-cache"),)
SAME_ORIGIN: Final = (
    *REVALIDATED,
    (b"content-security-policy", POLICY),
    (b"referrer-policy", b"same-origin"),
)
ANY_ORIGIN: Final = (*SAME_ORIGIN, (b"cross-origin-resource-policy", b"cross-origin"))


@dataclass(frozen=True, slots=True)
class FileResponse:
    """A whole response, sent many times."""

    status: int
    headers: RawHeaders
    body: bytes = b""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send it (ASGI)."""
        headers = list(self.headers)  # middleware adds to it
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body})


@dataclass(frozen=True, slots=True)
class File:
    """A file in both forms, which share one weak ETag."""

    etag: str
    plain: FileResponse
    compressed: FileResponse
    not_modified: FileResponse

    @classmethod
    def of(cls, content: Content, headers: RawHeaders) -> "File":
        """A file with this content; takes some milliseconds for each 100 KB."""
        body, media_type = content
        etag = content_etag(body)
        headers = (*headers, (b"vary", b"Accept-Encoding"), (b"etag", b"W/" + etag.encode()))
        packed, encoding = compress(body, mtime=0), (b"content-encoding", b"gzip")
        return cls(
            etag,
            FileResponse(200, (*headers, *_content_headers(body, media_type)), body),
            FileResponse(200, (*headers, *_content_headers(packed, media_type), encoding), packed),
            FileResponse(304, headers),
        )

    def response(self, scope: Scope) -> FileResponse:
        """The response to a request: 304 to a client that holds the file; raises ProblemError."""
        check_match((), scope)  # no weak tag matches (RFC 9110, 13.1.1)
        if matching_etag([self.etag], scope):
            return self.not_modified
        weights = weights_of(scope, b"accept-encoding")
        accepts_gzip = weights.get("gzip", weights.get("*", 0)) > 0
        return self.compressed if accepts_gzip else self.plain


class Files:
    """Named files, each prepared on its first request (ASGI, to be mounted)."""

    def __init__(self, headers: RawHeaders, **sources: Callable[[], Content]) -> None:
        self._headers = headers
        self._sources = sources
        self._prepared: dict[str, asyncio.Task[File]] = {}

    @classmethod
    def in_folder(cls, folder: Path, headers: RawHeaders = SAME_ORIGIN) -> "Files":
        """All files below a folder, by their paths in it."""
        paths = [path for path in folder.rglob("*") if path.is_file()]
        return cls(headers, **{p.relative_to(folder).as_posix(): reader(p) for p in paths})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond with the file that the path names below the mount."""
        name = scope["path"].removeprefix(scope["root_path"]).lstrip("/")
        await self.serve(name, scope, receive, send)

    async def serve(self, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond with a file; raises HTTPException 404 or 405."""
        if scope["method"] != "GET":
            raise HTTPException(405)
        if name not in self._sources:
            raise HTTPException(404)
        file = await self._file(name)
        await file.response(scope)(scope, receive, send)

    async def _file(self, name: str) -> File:
        if name not in self._prepared:
            self._prepared[name] = asyncio.ensure_future(asyncio.to_thread(self._prepare, name))
        try:
            return await asyncio.shield(self._prepared[name])
        except OSError:
            self._prepared.pop(name, None)  # no memory, or too many open files, for now
            raise

    def _prepare(self, name: str) -> File:
        return File.of(self._sources[name](), self._headers)


class Page:
    """A single file (ASGI)."""

    def __init__(self, read: Callable[[], Content], headers: RawHeaders = SAME_ORIGIN) -> None:
        self._files = Files(headers, page=read)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond with the file."""
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
