"""Read the problem codes of the API, with their wording, from catalogue.toml."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple


class Entry(NamedTuple):
    """A problem code of catalogue.toml, whose first comment explains the fields."""

    status: int
    title: str
    when: str
    detail: str = ""
    headers: Mapping[str, str] = {}
    scope: str | None = None


ENTRIES: Final = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text("utf-8"))
CATALOGUE: Final = {code: Entry(**fields) for code, fields in ENTRIES.items()}
