"""The release of the pages' files, and whether their bundles are current.

The files of an installed service never change. In a checkout, which is a folder with
pyproject.toml beside service/, they are compared at each request, so that a reload shows an edit.
"""

import json
import os
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

STATIC: Final = Path(__file__).resolve().parents[1] / "static"
IS_CHECKOUT: Final = STATIC.parents[1].joinpath("pyproject.toml").is_file()


class Release(NamedTuple):
    """A hash of all files, and whether every bundle was built from the sources that are there."""

    name: str
    is_bundled: bool


def current_release() -> Release:
    """Return the release of the files as they are; outside a checkout, as they were at first."""
    return release_of(STATIC, tuple(sorted(_stamps(STATIC))) if IS_CHECKOUT else ())


@lru_cache(maxsize=2)
def release_of(folder: Path, stamps: tuple[object, ...]) -> Release:
    """Return the release of the files in a folder, which are compared if there are stamps."""
    return Release(hash_of(folder), not stamps or all(map(is_current, folder.rglob("*.bundle.js"))))


def hash_of(folder: Path) -> str:
    """Return a hash of the names and the content of all files in a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    parts = [(str(path.relative_to(folder)), sha256(path.read_bytes()).digest()) for path in files]
    return sha256(repr(parts).encode()).hexdigest()[:16]


def is_current(bundle: Path) -> bool:
    """Whether a bundle was built from the files that its source map lists, as they are."""
    content = sha256()
    try:
        sources = json.loads(bundle.with_name(f"{bundle.name}.map").read_bytes())["sources"]
        [first, *_] = bundle.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):  # It is being built.
        return False
    for name in sources:
        path = bundle.parent / name
        content.update(path.read_bytes() if path.is_file() else b"")
    return content.hexdigest()[:16] in first


def _stamps(folder: Path) -> Iterator[tuple[str, int, int]]:
    """Yield the name of each file in a folder, when it was modified, and its size."""
    for parent, _, names in os.walk(folder):
        for path in map(Path(parent).joinpath, names):
            if path.is_file():  # Not an editor's lock, which is a link to nothing.
                status = path.stat()
                yield str(path), status.st_mtime_ns, status.st_size
