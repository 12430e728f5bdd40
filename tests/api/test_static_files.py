"""Pages and files: their types, compression, caching and restrictions."""

import asyncio
import json
import os
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from urllib.parse import urljoin
from urllib.robotparser import RobotFileParser

import pytest
from fastapi import FastAPI

from service.api.pages import PAGES, SWAGGER_UI, Files
from service.api.release import STATIC, hash_of
from service.app import create_app
from service.settings import Settings
from tests.asgi import Client, Clients

FOLDERS = {
    "/client": STATIC / "client",
    "/docs/swagger-ui": SWAGGER_UI,
    "/examples": STATIC / "examples",
    "/static": STATIC,
}
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".map": "application/json",
    ".png": "image/png",
    ".py": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".ts": "text/plain; charset=utf-8",
}
STYLE = (STATIC / "client" / "style.js").read_text().split("`")[-2]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' "
    f"'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
RELEASE = "0123456789abcdef"  # not this one
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
WRONG = ("/nowhere", "/learn/a/b", "/static/nothing", "/v2")
TARGETS = [
    *PAGES,
    "/openapi.json",
    "/openapi-3.0.json",
    "/client/noughts.js",
    "/docs/swagger-ui/swagger-ui.css",
    "/examples/index.html",
    "/static/shared/site.css",
]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_is_served_unchanged(client: Client, folder: str) -> None:
    files = [path for path in FOLDERS[folder].rglob("*") if path.suffix in TYPES]
    assert files
    targets = [(f"{folder}/{path.relative_to(FOLDERS[folder]).as_posix()}", path) for path in files]
    for target, path in targets:
        file = client.get(target).expect(200)
        assert file.body == path.read_bytes()
        assert file.headers["content-type"] == TYPES[path.suffix]


def release_of(page: bytes) -> str:
    """Return the hash in the URLs of the files that a page loads."""
    [release] = set(re.findall(rb"/static/@([0-9a-f]{16})/", page))
    return str(release, "ascii")


@pytest.mark.parametrize("target", PAGES)
def test_page_is_its_file_with_the_release_in_urls(client: Client, target: str) -> None:
    page, file = client.get(target).expect(200), (STATIC / PAGES[target]).read_bytes()
    script = b"<script>%b</script>" % (STATIC / "player" / "frame.js").read_bytes()
    file = file.replace(b"<script></script>", script)
    assert re.sub(rb"/static/@[0-9a-f]{16}", b"/static", page.body) == file
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    if target != "/learn/player/sandbox":
        assert release_of(page.body) == release_of(client.get("/").body)
    if target != "/":
        typed = target[:-1] if target.endswith("/") else f"{target}/"
        location = client.get(f"{typed}?lang=de").expect(308).headers["location"]
        assert urljoin(typed, location) == f"{target}?lang=de"


@pytest.mark.parametrize("name", ["shared/site.css", "client/noughts.js", "icons/share.png"])
@pytest.mark.parametrize("tags", ["", "*"])
def test_only_files_of_this_release_are_immutable(client: Client, name: str, tags: str) -> None:
    release, sent = release_of(client.get("/").body), {"if-none-match": tags}
    plain = client.send("GET", f"/static/{name}", headers=sent)
    for target, control in {
        f"/static/@{release}/{name}": "public, max-age=31536000, immutable",
        f"/static/={release}/{name}": "public, max-age=31536000, immutable",
        f"/static/@{RELEASE}/{name}": "no-cache",
    }.items():
        file = client.send("GET", target, headers=sent)
        assert (file.status, file.body) == (plain.status, plain.body)
        for header in ("content-type", "etag", "vary"):
            assert file.headers.get(header) == plain.headers.get(header)
        assert file.headers["cache-control"] == control
    absent = [f"@{each}/nothing" for each in (release, RELEASE)]
    for target in (*absent, f"={RELEASE}/{name}", f"@{release}"):
        client.get(f"/static/{target}").expect(404)


def test_pages_get_the_bundles_of_their_modules(client: Client) -> None:
    for release in (release_of(client.get("/").body), RELEASE):
        for name in ("learn/main", "shared/page"):
            bundle = client.get(f"/static/@{release}/{name}.js").expect(200)
            assert bundle.body == (STATIC / f"{name}.bundle.js").read_bytes()


def test_release_depends_on_the_names_and_content_of_files(tmp_path: Path) -> None:
    releases: set[str] = set()
    for name, content in (("a", "1"), ("a", "2"), ("b", "2"), ("b/a", "2")):
        folder = tmp_path / str(len(releases))
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(content)
        releases |= {hash_of(folder)}
    assert len(releases) == 4


def test_only_a_browser_gets_a_page_for_a_wrong_address(client: Client) -> None:
    for path in WRONG:
        page = client.get(path, accept=BROWSER).expect(404)
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["content-security-policy"] == POLICY
        assert page.headers["cache-control"] == "no-store"
        assert page.headers["vary"].split(", ")[0] == "Accept"
    programs = [("/nowhere", "*/*"), ("/nowhere", "application/json")]
    for path, accept in (*programs, ("/v1/nowhere", BROWSER), ("/v1", BROWSER)):
        answer = client.get(path, accept=accept).expect(404)
        assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/", "/puzzles", "/learn", "/learn/practice", "/examples/"])
def test_shared_link_names_the_bare_page_and_its_picture(client: Client, path: str) -> None:
    page = client.get(f"{path}?lang=de").expect(200).body.decode()
    [canonical] = re.findall('<link rel="canonical" href="([^"]+)">', page)
    assert urljoin(f"http://testserver{path}", canonical) == f"http://testserver{path}"
    [picture] = re.findall('"og:image" content="([^"]+)"', page)
    assert client.get(urljoin(path, picture)).expect(200).headers["content-type"] == "image/png"


def test_site_has_the_files_that_browsers_and_crawlers_request(client: Client) -> None:
    icon = client.get("/favicon.ico").expect(200)
    assert icon.headers["content-type"] == "image/x-icon"
    robots = client.get("/robots.txt").expect(200)
    assert robots.body == (STATIC / "robots.txt").read_bytes()
    assert robots.headers["content-type"] == "text/plain; charset=utf-8"
    rules = RobotFileParser()
    rules.parse(robots.body.decode().splitlines())
    for path in ("/?moves=4.0", "/puzzles?lang=de", "/learn?lesson=cut"):
        assert rules.can_fetch("a preview", f"http://testserver{path}")
    for path in ("/v1/levels", "/v1/analysis?b=1"):
        assert not rules.can_fetch("a preview", f"http://testserver{path}")
    manifest = json.loads(client.get("/static/manifest.webmanifest").body)
    for image in manifest["icons"]:
        client.get(f"/static/{image['src']}").expect(200)
    assert "maskable" in {image.get("purpose") for image in manifest["icons"]}
    assert all(each.stat().st_size < 30_000 for each in (STATIC / "icons").iterdir())


@pytest.mark.parametrize("prefix", ["", "/a/game"])
def test_pages_load_only_files_of_the_service(runner: asyncio.Runner, prefix: str) -> None:
    parent = FastAPI(openapi_url=None)
    parent.mount(prefix, create_app(Settings.model_construct()))
    client = Client(parent, runner)
    for page in (*PAGES, *WRONG):
        text = client.get(f"{prefix}{page}", accept=BROWSER).body.decode()
        shown = re.findall(r'<(a|img|link|script)\b[^>]*? (?:src|href)="([^"]+)"', text)
        assert len(shown) > 8 or page == "/learn/player/sandbox"
        for tag, address in shown:
            if tag == "a" and "://" in address:
                continue  # of a document, to another site
            assert ":" not in address
            client.get(urljoin(f"{prefix}{page}", address).partition("#")[0]).expect(200)


def policy_of(target: str) -> str | None:
    if target == "/learn/player/sandbox":
        script = (STATIC / "player" / "frame.js").read_bytes()
        digest = b64encode(sha256(script).digest()).decode()
        return (
            f"default-src 'none'; script-src 'sha256-{digest}'; worker-src blob:; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
        )
    if target.startswith("/openapi"):
        return None
    return f"{POLICY}; frame-src 'self'" if target == "/learn/player" else POLICY


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("tags", ["", "*"])
def test_file_has_the_security_headers(client: Client, target: str, tags: str) -> None:
    """Its ETag depends on its content alone."""
    sent = {"if-none-match": tags, "origin": "http://page.example"}
    headers = client.send("GET", target, headers=sent).headers
    digest = sha256(client.get(target).body).hexdigest()
    assert (headers["etag"][:31], headers["cache-control"]) == (f'"{digest[:30]}', "no-cache")
    assert "last-modified" not in headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["access-control-allow-origin"] == "*"
    assert headers.get("content-security-policy") == policy_of(target)
    is_document = target.startswith("/openapi")
    assert headers.get("referrer-policy") == (None if is_document else "same-origin")
    # Pages of other origins can load the client.
    resource_policy = "cross-origin" if target.startswith("/client/") else None
    assert headers.get("cross-origin-resource-policy") == resource_policy


def test_linked_file_is_served_and_read_again_when_it_changes(
    runner: asyncio.Runner, tmp_path: Path
) -> None:
    """Some installers link the files of a package instead of copying them."""
    (tmp_path / "real.js").write_text("1")
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "linked.js").symlink_to(tmp_path / "real.js")
    app = FastAPI(openapi_url=None)
    app.mount("/static", Files(tmp_path / "static", {}))
    client = Client(app, runner)
    before = client.get("/static/linked.js").expect(200)
    (tmp_path / "real.js").write_text("2")
    os.utime(tmp_path / "real.js", ns=(1, 1))
    after = client.get("/static/linked.js").expect(200)
    assert (before.body, after.body) == (b"1", b"2")
    assert before.headers["etag"] != after.headers["etag"]


def test_allowed_sites_can_show_the_pages_but_not_the_sandbox_in_a_frame(
    new_client: Clients,
) -> None:
    client = new_client(frame_ancestors=["https://lms.example", "https://b.example"])
    sites = "https://lms.example https://b.example"
    for path, allowed in (("", sites), ("/player", sites), ("/player/sandbox", "'self'")):
        policy = client.get(f"/learn{path}").headers["content-security-policy"].split("; ")
        assert [each for each in policy if "ancestors" in each] == [f"frame-ancestors {allowed}"]
