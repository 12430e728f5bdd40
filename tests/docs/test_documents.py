"""The documents that clients need are pages of the service, made from their Markdown files."""

import re
from html import unescape
from urllib.parse import urldefrag, urljoin

import pytest

from service.api.pages import DOCUMENTS
from tests.asgi import Client
from tests.docs.pages import blocks_of, prose_of
from tests.docs.test_links import anchors_of
from tests.live import ROOT

UNDER_A_PREFIX = True
SOURCES = {name: ROOT / "docs" / f"{name}.md" for name in DOCUMENTS} | {
    "changelog": ROOT / "CHANGELOG.md"
}
documents = pytest.mark.parametrize("name", DOCUMENTS)


def ids_of(page: str) -> set[str]:
    return set(re.findall(r' id="([^"]+)"', page))


@documents
def test_document_has_every_heading_program_and_table_of_its_file(
    client: Client, name: str
) -> None:
    answer = client.get(f"/docs/{name}").expect(200)
    page, source = answer.body.decode(), SOURCES[name]
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert anchors_of(source) <= ids_of(page)
    assert len(re.findall(r"<h[1-6] id=", page)) == len(re.findall(' id="', page)) - 2
    programs = [re.sub("<.*?>", "", code) for code in re.findall("<pre.*?</pre>", page, re.DOTALL)]
    assert list(map(unescape, programs)) == [block.text for block in blocks_of(source)]
    rows = re.findall(r"^\|.*\n(?=\|[-| ]+\|$)", source.read_text(), re.MULTILINE)
    assert page.count("<table>") == len(rows)
    chapters = re.findall("^## ", prose_of(source), re.MULTILINE)
    contents = page.partition('id="contents"')[2]
    assert contents.count("<a href=") == len(chapters)


@documents
def test_links_of_a_document_work_in_the_service(client: Client, name: str) -> None:
    """Of other sites, none is loaded; a file that is not served is named instead."""
    here = f"http://x{client.root_path}/docs/{name}"
    page = client.get(f"/docs/{name}").body.decode()
    targets = set(re.findall(r' (?:href|src)="([^"]+)"', page))
    assert targets
    for target in targets:
        url, anchor = urldefrag(urljoin(here, target))
        if url.startswith("http://x/"):
            found = client.get(url.removeprefix(f"http://x{client.root_path}")).expect(200)
            assert not anchor or anchor in ids_of(found.body.decode()), target
        else:
            assert f'<a href="{target}"' in page
            assert url.startswith("https://") or "127.0.0.1" in url
    assert not re.search(r'="[^"]*\.md', page)


def test_link_to_a_file_that_is_not_served_becomes_text_with_its_path(client: Client) -> None:
    page = client.get("/docs/reference").body.decode()
    assert "settings (<code>docs/operations.md</code>)" in page


@pytest.mark.parametrize("path", ["/docs", "/docs/api"])
def test_programs_of_the_guide_are_highlighted(client: Client, path: str) -> None:
    page = client.get(path).body.decode()
    for word in ("import", "const", "while"):
        assert re.search(rf'<span class="k\w*">{word}</span>', page)
