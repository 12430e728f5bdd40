"""Word the parts of messages that do not depend on where a value comes from."""

from collections.abc import Iterable

from pydantic_core import ErrorDetails


def listed(words: Iterable[str]) -> str:
    """Return words as text, such as "board, rows and columns"."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


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
