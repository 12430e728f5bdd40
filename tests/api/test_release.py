"""The release of the pages' files, in a checkout and in an installed service."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from service.api import pages, release
from service.api.release import STATIC, current_release, is_current
from service.engine.search.compiled import build
from service.search_pool.shared import source_hash

SOURCES = ["../dom.js", "main.js", "map.js"]
EDITS = ["dom.js", "play/main.js", "play/map.js"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with a bundle, its source map, its modules and a style sheet."""
    play = tmp_path / "play"
    play.mkdir()
    for name in SOURCES:
        (play / name).write_text(f"// {name}")
    (play / "play.css").touch()
    digest = sha256("".join(f"// {name}" for name in SOURCES).encode()).hexdigest()
    (play / "main.bundle.js").write_text(f"// Bundled from {digest[:16]}.\nalert(1);\n")
    (play / "main.bundle.js.map").write_text(json.dumps({"sources": SOURCES}))
    monkeypatch.setattr(release, "STATIC", tmp_path)
    monkeypatch.setattr(release, "IS_CHECKOUT", True)
    return tmp_path


@pytest.mark.parametrize("name", EDITS)
def test_edit_and_its_undoing_are_seen_in_a_checkout(folder: Path, name: str) -> None:
    before, text = current_release(), (folder / name).read_text()
    assert before.is_bundled
    (folder / name).write_text(f"{text};")
    after = current_release()
    assert (after.is_bundled, after.name != before.name) == (False, True)
    (folder / name).unlink()
    assert not current_release().is_bundled
    (folder / name).write_text(text)
    assert current_release() == before
    (folder / "play" / "play.css").write_text("p {}")  # which is no module
    after = current_release()
    assert (after.is_bundled, after.name != before.name) == (True, True)


@pytest.mark.parametrize("name", ["main.bundle.js", "main.bundle.js.map"])
def test_half_a_build_and_the_lock_of_an_editor_are_no_error(folder: Path, name: str) -> None:
    before = current_release()
    (folder / ".#main.js").symlink_to("user@host.1234:5678")
    assert current_release() == before
    for text in ("", "{"):
        (folder / "play" / name).write_text(text)
        assert not current_release().is_bundled
    (folder / "play" / "main.bundle.js.map").unlink()
    assert not current_release().is_bundled


def test_lock_of_an_editor_is_no_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    monkeypatch.setattr(build, "FOLDER", tmp_path)
    before = source_hash(tmp_path), build.seal(b"")
    for name in ("main.js", "search.c", "steps.py"):
        (tmp_path / f".#{name}").symlink_to("user@host.1234:5678")
    pages.warm()
    assert (source_hash(tmp_path), build.seal(b"")) == before


@pytest.mark.parametrize("name", EDITS)
def test_installed_service_does_not_compare(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(release, "IS_CHECKOUT", False)
    before = current_release()
    (folder / name).write_text("edited")
    assert current_release() == before
    assert before.is_bundled


def test_committed_bundles_are_current() -> None:
    bundles = sorted(STATIC.rglob("*.bundle.js"))
    assert len(bundles) > 5
    assert [path for path in bundles if not is_current(path)] == []
