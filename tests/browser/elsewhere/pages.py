"""Pages on the other origin."""

from pathlib import Path

PAGE = """<!doctype html>
<html lang="en">
<title>Elsewhere</title>
<link rel="icon" href="data:,">
<script type="module" src="{url}/client/noughts-board.js"></script>
<main><h1>A game</h1><noughts-board {attributes}></noughts-board></main>
"""
NOTE_EVENTS = """
window.noted = [];
for (const name of ["move", "gameover", "fault"]) {
  addEventListener(name, ({ type, detail }) => {
    if (detail) noted.push([type, { ...detail, error: detail.error?.code }]);
  });
}
"""


def put_page(folder: Path, url: str, attributes: str) -> None:
    (folder / "index.html").write_text(PAGE.format(url=url, attributes=attributes))
