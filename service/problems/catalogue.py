"""The problem codes of the API, and the codes of single faults in a request."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple


class Entry(NamedTuple):
    """One code in catalogue.toml, which explains the fields."""

    status: int
    title: str
    when: str
    detail: str = ""
    headers: Mapping[str, str] = {}


CATALOGUE: Final = {
    code: Entry(**fields)
    for code, fields in tomllib.loads(
        Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    ).items()
}
# The codes of faults: the first are those of schemas, the others those of the engine.
FAULTS: Final = (
    *("missing", "wrong_type", "wrong_value"),
    *("unknown_field", "unknown_parameter", "repeated_parameter"),
)
ENGINE_CODES: Final = tuple(
    code for code, entry in CATALOGUE.items() if entry.status == 422 and code != "invalid_request"
)
