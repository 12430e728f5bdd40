"""How values are read before they are validated.

Nothing is guessed: a string for a number or a number for a boolean is an error. Only what JSON
leaves open is read in all its forms: `3.0` is the integer 3, and null is a field left out.
"""

import json
import re
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticKnownError, core_schema

from service.engine.exam.entries import MAX_ENTRIES

DECIMAL: Final = re.compile("-?[0-9]+")
MAX_DIGITS: Final = 20  # no field takes a longer number


@dataclass(frozen=True, slots=True)
class NullIs:
    """Null stands for this value, as if the field were left out."""

    default: object

    def __get_pydantic_core_schema__(
        self,
        source: type[object],
        handler: GetCoreSchemaHandler,
    ) -> CoreSchema:
        """The schema of the type, behind the exchange of null for the default."""
        return core_schema.no_info_before_validator_function(
            lambda value: self.default if value is None else value, handler(source)
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """The schema of the type, or null."""
        return {"anyOf": [handler(schema), {"type": "null"}]}


def whole(number: object) -> object:
    """A float without a fraction as the integer that it is."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def digits(text: object) -> object:
    """A query's digits as an integer; all else is left for the validator to refuse."""
    if not isinstance(text, str) or not DECIMAL.fullmatch(text):
        return text
    return int(text) if len(text) <= MAX_DIGITS else 10**MAX_DIGITS


def word(text: object) -> object:
    """A query's `true` or `false` as a boolean."""
    return {"true": True, "false": False}.get(text, text) if isinstance(text, str) else text


def is_text(value: object) -> object:
    """A string; raises an error of type for all else."""
    if not isinstance(value, str):
        raise PydanticKnownError("string_type")
    return value


def text_of_object(moves: object) -> str:
    """An object as its JSON text; of too many entries no more than shows it."""
    if not isinstance(moves, dict):
        raise PydanticKnownError("dict_type")
    return json.dumps(dict(islice(moves.items(), MAX_ENTRIES + 1)))
