"""Answers to GET that any HTTP cache may keep: a strong ETag, 304, and a limited age.

An answer is a function of the release and the normalised request alone, and so is its ETag: a
304 needs no search.
"""

from collections.abc import Awaitable, Callable
from hashlib import sha256

from fastapi import Request, Response
from pydantic import BaseModel

from service import __version__


async def cacheable(
    request: Request, answer: Callable[[], Awaitable[BaseModel]], *normalised: object
) -> Response:
    """The answer, or 304 where the client has it; `normalised` is all that it depends on."""
    etag = etag_of(request.url.path, *normalised)
    max_age = request.app.state.settings.cache_max_age
    headers = {"ETag": etag, "Cache-Control": f"public, max-age={max_age}"}
    if is_held(etag, request.headers.getlist("if-none-match")):
        return Response(status_code=304, headers=headers)
    return json_response(await answer(), headers)


def json_response(answer: BaseModel, headers: dict[str, str] | None = None) -> Response:
    """An answer as JSON."""
    return Response(answer.model_dump_json(), headers=headers, media_type="application/json")


def etag_of(path: str, *normalised: object) -> str:
    """The strong tag of an answer, for all that it depends on."""
    return f'"{sha256(repr((__version__, path, *normalised)).encode()).hexdigest()[:32]}"'


def is_held(etag: str, if_none_match: list[str]) -> bool:
    """Whether a client that sent these headers holds the answer; weak tags match too."""
    tags = [tag.strip().removeprefix("W/") for tags in if_none_match for tag in tags.split(",")]
    return etag in tags or "*" in tags
