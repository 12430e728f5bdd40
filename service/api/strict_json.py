"""JSON as RFC 8259 has it, with nothing that the next reader might take differently."""

import json
import math
from typing import Any, Final, Never

LARGE: Final = 65_536  # bytes
MAX_INTEGER_DIGITS: Final = 100  # digits: any field's range is far below, and int() stays cheap
# Where none of these is found, with all digits written as 0, every number is small.
EXPONENTS: Final = (b"0e", b"0E")
LONG_NUMBER: Final = b"0" * (MAX_INTEGER_DIGITS + 1)
DIGITS_AS_ZEROS: Final = bytes(ord("0") if chr(i).isdecimal() else i for i in range(256))


class NotJsonError(ValueError):
    """The text is no JSON document that every reader understands alike; says where or why."""


def loads(body: bytes) -> Any:  # noqa: ANN401  whatever the document holds
    """The document; raises NotJsonError.

    Refused beyond the grammar: other encodings than UTF-8, a byte order mark, duplicate names,
    NaN and the infinities, numbers beyond a double or of over 100 digits, lone surrogates, and
    nesting beyond what the parser can follow.

    A large body is parsed with the hooks for numbers in any case: the parser would not let other
    threads run before its end, but hooks do.
    """
    try:
        text = body.decode()
        is_careful = len(body) > LARGE or _may_hold_large_numbers(body)
        decoder = _careful_decoder if is_careful else _decoder
        document = decoder.decode(text)
        if "\\u" in text:
            json.dumps(document, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise NotJsonError(f"The body is not JSON: see {place}.") from error
    except UnicodeDecodeError as error:
        raise NotJsonError(f"The body is not UTF-8: see byte {error.start}.") from error
    except UnicodeEncodeError as error:
        raise NotJsonError("A string holds a surrogate without its other half.") from error
    except RecursionError as error:
        raise NotJsonError("The body is nested too deeply.") from error
    return document


def _may_hold_large_numbers(body: bytes) -> bool:
    """Whether a number, or a string that looks like one, may be beyond the bounds."""
    zeros = body.translate(DIGITS_AS_ZEROS)
    return any(suspect in zeros for suspect in (LONG_NUMBER, *EXPONENTS))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise NotJsonError("An object has two members of the same name: keep one.")
    return members


def _no_constant(_: str) -> Never:
    raise NotJsonError("NaN and Infinity are not JSON: send a number.")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise NotJsonError("A number is too large.")
    return number


def _short(digits: str) -> int:
    if len(digits) > MAX_INTEGER_DIGITS:
        raise NotJsonError(f"An integer has more than {MAX_INTEGER_DIGITS} digits.")
    return int(digits)


_decoder = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)
_careful_decoder = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite, parse_int=_short
)
