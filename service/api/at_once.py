"""The short way: questions about small boards are answered ahead of the framework.

A request is validated here as everywhere, each time; its answer is made once and kept as bytes. All
that is not as it should be, and all that takes a search, is passed on to the framework unchanged:
the routes say what is wrong, and nothing is said in two places.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api import strict_json
from service.api.caching import etag_of, is_held
from service.engine.budget import DEFAULT_NODES
from service.engine.tasks import AnalysisTask
from service.schemas.conversion import best_move, from_analysis, to_position
from service.schemas.requests import AnalysisQuery, AnalysisRequest, BestMoveQuery, BestMoveRequest
from service.search_pool.in_flight import Searches
from service.settings import Settings

MAX_KEPT: Final = 4_096  # answers of some 3 KB
JSON: Final = b"application/json"

RawHeaders = tuple[tuple[bytes, bytes], ...]
Asked = AnalysisQuery | AnalysisRequest | BestMoveQuery | BestMoveRequest
MODELS: Final[dict[tuple[str, str], type[Asked]]] = {
    ("GET", "/v1/analysis"): AnalysisQuery,
    ("POST", "/v1/analysis"): AnalysisRequest,
    ("GET", "/v1/best-move"): BestMoveQuery,
    ("POST", "/v1/best-move"): BestMoveRequest,
}


class NotAtOnceError(ValueError):
    """The question takes a search, or is not put in the plainest way."""


class AtOnce:
    """Answers what it can at once; the application behind it has the rest."""

    def __init__(self, app: ASGIApp, searches: Searches, settings: Settings) -> None:
        self.app = app
        self.answers = Answers(searches, settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of ASGI."""
        model = MODELS.get((scope.get("method", ""), scope.get("path", "")))
        if model is None:
            await self.app(scope, receive, send)
            return
        answer = self.answers.find(model, scope)
        if answer is None:
            await self.app(scope, receive, send)
            return
        scope["state"]["nodes"] = answer.nodes
        for part in answer.messages(scope):
            await send(part)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it goes over the wire."""

    body: bytes
    etag: str
    about_body: RawHeaders
    for_caches: RawHeaders
    nodes: int

    def messages(self, scope: Scope) -> list[Message]:
        """The whole answer; to a GET it can be kept, and is a 304 for those who hold it."""
        status, headers, body = 200, self.about_body, self.body
        if scope["method"] == "GET":
            held = [value.decode("latin-1") for value in _values(scope, b"if-none-match")]
            if held and is_held(self.etag, held):
                status, headers, body = 304, (), b""
            headers = self.for_caches + headers
        return [
            {"type": "http.response.start", "status": status, "headers": list(headers)},
            {"type": "http.response.body", "body": body},
        ]


class Answers:
    """The answers about small boards; those given last are kept."""

    def __init__(self, searches: Searches, settings: Settings) -> None:
        self._searches = searches
        self._settings = settings
        self._kept = lru_cache(MAX_KEPT)(self._make)
        searches.count_before(self._kept.cache_info)

    def find(self, model: type[Asked], scope: Scope) -> Answer | None:
        """The answer to a faultless question about a small board; to any other None.

        All that can be wrong is a ValueError: no JSON, not as the model has it, no legal position.
        """
        try:
            fields = _by_query(scope) if scope["method"] == "GET" else _by_body(scope)
            asked = model.__pydantic_validator__.validate_python(fields)
            board, *others = asked.__dict__.values()
            return self._kept(scope["path"], model, _hashable(board), *others)
        except ValueError:
            return None

    def _make(self, path: str, model: type[Asked], *values: object) -> Answer:
        """An answer; raises ValueError if there is none to give here, and then keeps nothing."""
        fields: dict[str, Any] = dict(zip(model.model_fields, values, strict=True))
        asked = model.model_construct(**fields)
        max_nodes = asked.max_nodes or min(DEFAULT_NODES, self._settings.max_nodes)
        task = AnalysisTask(to_position(asked), max_nodes)
        if max_nodes > self._settings.max_nodes or not task.is_instantaneous:
            raise NotAtOnceError
        analysis = self._searches.analysis_at_once(task)
        if isinstance(asked, BestMoveQuery | BestMoveRequest):
            body = best_move(analysis, asked).model_dump_json().encode()
            etag = etag_of(path, task, asked.level, asked.seed)
        else:
            body = from_analysis(analysis).model_dump_json().encode()
            etag = etag_of(path, task)
        return Answer(
            body,
            etag,
            about_body=((b"content-length", b"%d" % len(body)), (b"content-type", JSON)),
            for_caches=(
                (b"etag", etag.encode()),
                (b"cache-control", b"public, max-age=%d" % self._settings.cache_max_age),
            ),
            nodes=analysis.nodes,
        )


def _hashable(board: str | list[Any]) -> object:
    if isinstance(board, str):
        return board
    return tuple(tuple(row) if isinstance(row, list) else row for row in board)


def _by_query(scope: Scope) -> dict[str, str]:
    """The fields of a query; raises NotAtOnceError if one is repeated."""
    pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise NotAtOnceError
    return fields


def _by_body(scope: Scope) -> object:
    """The document in a body; raises NotAtOnceError or NotJsonError."""
    if scope["query_string"] or _values(scope, b"content-type") != [JSON]:
        raise NotAtOnceError
    return strict_json.loads(scope["state"].get("body", b""))


def _values(scope: Scope, header: bytes) -> list[bytes]:
    return [value for name, value in scope["headers"] if name == header]
