"""Strict JSON: RFC 8259, without anything that parsers interpret differently.

The items in a body are counted before it is parsed, because parsing delays all other requests.
"""

import asyncio
import json
import math
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar, Final, Never

from fastapi import Request, Response
from fastapi.routing import APIRoute

from service.problems.errors import ProblemError, fault_at, invalid_request
from service.schemas.base import NO_PARAMETERS, PARAMETERS

LARGE: Final = 65_536  # bytes; a larger body is checked in pieces, and parsed in a thread
MAX_DEPTH: Final = 500
MAX_INTEGER_DIGITS: Final = 100  # far more than any field needs, and int() stays cheap


class StrictRoute(APIRoute):
    """A path operation that reads queries and bodies strictly.

    https://fastapi.tiangolo.com/how-to/custom-request-and-route/
    """

    max_items: ClassVar = 1_500  # names and values that a body can have
    max_names: ClassVar = max_items

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """FastAPI's handler, called with a strict request."""
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            _check_query(request)
            strict_request = StrictRequest(request.scope, request.receive)
            strict_request.route = self
            return await handler(strict_request)

        return handle

    def too_many_items(self) -> ProblemError:
        """The problem of a body with more than `max_items` or `max_names`."""
        message = f"The body has more than {self.max_items} names and values. Send fewer."
        return invalid_request([fault_at("wrong_value", message, (), in_body=True)])


class StrictRequest(Request):
    """A request whose body is read strictly."""

    route: StrictRoute

    async def json(self) -> Any:  # noqa: ANN401
        """The document in the body; raises ProblemError."""
        content_type = self.headers["content-type"].partition(";")[0].strip().lower()
        if content_type != "application/json":
            raise ProblemError("unsupported_media_type")
        if self.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            raise unsupported_encoding()
        body = await self.body()
        await self._check_size(body)
        if len(body) <= LARGE:
            return loads(body)
        return await asyncio.get_running_loop().run_in_executor(_parser, loads, body)

    async def _check_size(self, body: bytes) -> None:
        """Raise ProblemError for a body with too many items; other requests go in between."""
        commas = opened = names = 0
        for start in range(0, len(body), LARGE):
            if start:
                await asyncio.sleep(0)
            piece = body[start : start + LARGE]
            commas += piece.count(b",")
            opened += piece.count(b"[") + piece.count(b"{")
            names += piece.translate(None, b" \t\r\n").count(b'":')
            if opened + commas > self.route.max_items or names > self.route.max_names:
                # Commas separate arrays and objects on one level, but not those within each other.
                is_deep = opened - commas > MAX_DEPTH
                raise too_deep() if is_deep else self.route.too_many_items()


def _check_query(request: Request) -> None:
    """Raise ProblemError for a repeated parameter, or for any that comes with a body."""
    if not request.scope["query_string"]:
        return
    if request.method == "POST":
        raise invalid_request([fault_at("unknown_parameter", NO_PARAMETERS, (), in_body=False)])
    names = [name for name, _ in request.query_params.multi_items()]
    for name in PARAMETERS:
        if names.count(name) > 1:
            message = f"{name}: This parameter is repeated. Send it once."
            raise invalid_request([fault_at("repeated_parameter", message, [name], in_body=False)])


def loads(body: bytes) -> Any:  # noqa: ANN401
    """The document in a body; raises ProblemError.

    Rejected beyond the grammar: encodings other than UTF-8, a byte order mark, duplicate names,
    NaN and the infinities, numbers beyond a double or of over 100 digits, unpaired surrogates, and
    nesting beyond the parser's limit.
    """
    try:
        text = body.decode()
        document = _decoder.decode(text)
        if "\\u" in text:
            json.dumps(document, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise _malformed(f"The body is not JSON. See {place}.") from error
    except UnicodeDecodeError as error:
        raise _malformed(f"The body is not UTF-8. See byte {error.start}.") from error
    except UnicodeEncodeError as error:
        raise _malformed("A string contains an unpaired surrogate. Remove it.") from error
    except RecursionError as error:
        raise too_deep() from error
    return document


def unsupported_encoding() -> ProblemError:
    """The problem of a compressed body (RFC 9110, 8.4 and 12.5.3)."""
    detail = "The body is compressed. Send it without Content-Encoding."
    return ProblemError("unsupported_media_type", detail, headers={"Accept-Encoding": "identity"})


def _malformed(detail: str) -> ProblemError:
    return ProblemError("malformed_body", detail)


def too_deep() -> ProblemError:
    """The problem of nesting that the parser cannot follow."""
    return _malformed("The body is nested too deeply. Send a flatter one.")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _malformed("An object has two members of the same name. Keep one.")
    return members


def _no_constant(_: str) -> Never:
    raise _malformed("NaN and Infinity are not JSON. Send a number.")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _malformed("A number is too large. Send a smaller one.")
    return number


def _short(digits: str) -> int:
    if len(digits) > MAX_INTEGER_DIGITS:
        detail = f"An integer has more than {MAX_INTEGER_DIGITS} digits. Send a smaller one."
        raise _malformed(detail)
    return int(digits)


# One thread: several would each take a turn before the event loop gets the next one.
_parser: Final = ThreadPoolExecutor(1)
# Its hooks are Python functions, so other threads get their turn while a large body is parsed.
_decoder: Final = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite, parse_int=_short
)
