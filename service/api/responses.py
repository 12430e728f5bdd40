"""Declare the responses that operations share; openapi/ adds what they contain."""

from typing import Any, Final

from ..schemas.problem import Problem

Responses = dict[int | str, dict[str, Any]]
PROBLEM: Final = {"model": Problem}
ALL_ERRORS: Final[Responses] = dict.fromkeys((400, 408, 413, 414, 429, 431, 500, 503), PROBLEM)
V1_ERRORS: Final[Responses] = {422: PROBLEM}
BODY_ERRORS: Final[Responses] = {415: PROBLEM}
CONDITIONAL: Final[Responses] = {304: {"description": "Not Modified"}, 412: PROBLEM}
STREAM: Final[Responses] = {204: {"description": "The client has received the last event."}}
