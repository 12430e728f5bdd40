"""Word the parts of messages that do not depend on where a value comes from."""

from collections.abc import Iterable

from pydantic_core import ErrorDetails


def listed(words: Iterable[str]) -> str:
    """Return words as text, such as "board, rows and columns"."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def kind_of(value: object) -> str:
    """Return what a JSON value is, such as "a string"."""
    kinds = {bool: "true or false", str: "a string", list: "an array", dict: "an object"}
    return "null" if value is None else kinds.get(type(value), "a number")


def contrast(error: ErrorDetails) -> str:
    """Return what came instead of the JSON type that a Pydantic error requires."""
    value, kind = error["input"], error["type"]
    if kind == "int_from_float":
        return ""  # The error says it.
    is_encoded = isinstance(value, str) and value.lstrip().startswith(("[", "{"))
    is_quoted = isinstance(value, str) and kind in {"int_type", "bool_type"}
    return f"{' without quotes' * (is_encoded or is_quoted)}, not {kind_of(value)}"


def requirement(name: str, error: ErrorDetails) -> str:
    """Return a sentence about a named value from the message of a Pydantic error.

    The message is such as "Input should be a valid integer, unable to parse string as an integer".
    """
    _, should, rule = error["msg"].partition(" should ")
    if error["type"].endswith("_parsing"):
        rule = rule.partition(",")[0]  # The rest could repeat a character of the input.
    rule = rule.replace("a valid boolean", "true or false").replace("a valid list", "an array")
    rule = rule.replace(" after validation", "")
    other = {"missing": "is required", "int_parsing_size": "is too large"}.get(error["type"])
    return f"{name} {f'must {rule}' if should else other or 'is invalid'}."
