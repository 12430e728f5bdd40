"""Pages and files: their types, compression, caching and restrictions."""

import gzip
import re
from base64 import b64encode
from hashlib import sha256
from urllib.parse import quote, urldefrag, urljoin

import pytest
from starlette.routing import Route

from service.api.pages import SAME_ORIGIN, STATIC, Content, Page
from tests.api.support import assert_problem
from tests.asgi import Client
from tests.clients import Clients
from tests.openapi.document import DOCUMENT

PAGES = ["/", "/docs", "/examples/", "/learn", "/problems"]
PLAYER = ["/learn/player", "/learn/player/sandbox"]  # with their own policies
FILES = [
    "/client/noughts.js",
    "/client/noughts.d.ts",
    "/docs/swagger-ui/swagger-ui-bundle.js",
    "/docs/swagger-ui/swagger-ui.css",
    "/examples/index.html",
    "/static/icon.svg",
    "/static/site.css",
]
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".py": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".ts": "text/plain; charset=utf-8",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
GZIP = "gzip, deflate, br, zstd"


@pytest.mark.parametrize(
    ("address", "folder"), [("/client", "client"), ("/examples", "examples"), ("/static", "")]
)
def test_every_file_is_served_unchanged(client: Client, address: str, folder: str) -> None:
    files = [path for path in (STATIC / folder).rglob("*") if path.is_file()]
    assert files
    for path in files:
        file = client.get(f"{address}/{path.relative_to(STATIC / folder).as_posix()}").expect(200)
        assert file.body == path.read_bytes()
        assert file.headers["content-type"] == TYPES[path.suffix]


def test_pages_are_html_and_the_root_is_the_playground(client: Client) -> None:
    for target in PAGES + PLAYER:
        assert client.get(target).expect(200).headers["content-type"] == TYPES[".html"]
    assert client.get("/").body == (STATIC / "index.html").read_bytes()
    assert client.get("/examples/").body == (STATIC / "examples" / "index.html").read_bytes()
    assert client.get("/openapi.json").headers["content-type"] == "application/json"


def test_documentation_loads_only_files_of_the_service(client: Client) -> None:
    text = client.get("/docs").body.decode()
    for address in re.findall(r'(?:src|href)="([^"]+)"', text):
        assert ":" not in address
        client.get(urldefrag(urljoin("/docs", address)).url).expect(200)


def test_documentation_lists_every_operation_without_a_script(client: Client) -> None:
    text = client.get("/docs").body.decode()
    listed = re.findall('id="/(.+)" data-method="(.+)" data-path="(.+)">\n<summary>(.+)</s', text)
    described = [
        (f"{quote(operation['tags'][0])}/{operation['operationId']}", method, path)
        for path, item in DOCUMENT["paths"].items()
        for method, operation in item.items()
    ]
    assert sorted(each[:3] for each in listed) == sorted(described)
    assert [path for _, _, path, _ in listed][:2] == ["/v1/best-move"] * 2
    assert {path for _, _, path, _ in listed[-2:]} == {"/livez", "/readyz"}
    for _, method, path, summary in listed:
        shown = re.sub("<.+?>", "", summary)
        assert shown == method.upper() + path + DOCUMENT["paths"][path][method]["summary"]
    assert not {"`", "$"} & set(text)


@pytest.mark.parametrize("target", PAGES + PLAYER + FILES)
def test_file_is_compressed_and_revalidated(client: Client, target: str) -> None:
    plain, packed = client.get(target), client.get(target, accept_encoding=GZIP)
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    etag = plain.headers["etag"]
    assert etag.startswith('W/"')
    for answer in (plain, packed):
        assert answer.headers["content-length"] == str(len(answer.body))
        assert "Accept-Encoding" in answer.headers["vary"].split(", ")
        assert (answer.headers["etag"], answer.headers["cache-control"]) == (etag, "no-cache")


@pytest.mark.parametrize("target", ["/openapi.json", "/", "/client/noughts.js"])
def test_weak_etag_never_matches_if_match(client: Client, target: str) -> None:
    for tag in (client.get(target).headers["etag"], '"x"'):
        assert_problem(client.get(target, if_match=tag), 412, "precondition_failed")
    client.get(target, if_match="*").expect(200)


@pytest.mark.parametrize("target", PAGES + FILES)
@pytest.mark.parametrize("tags", ["", "*"])
def test_file_has_the_security_headers(client: Client, target: str, tags: str) -> None:
    for method in ("GET", "HEAD"):
        sent = {"if-none-match": tags, "origin": "http://page.example"}
        headers = client.send(method, target, headers=sent).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["content-security-policy"] == POLICY
        # Pages of other origins can load the client.
        assert headers["access-control-allow-origin"] == "*"
        resource_policy = "cross-origin" if target.startswith("/client/") else None
        assert headers.get("cross-origin-resource-policy") == resource_policy
    api = client.get("/livez").headers
    assert "content-security-policy" not in api
    assert api["x-content-type-options"] == "nosniff"


def test_only_the_page_for_players_can_frame_and_only_the_sandbox(client: Client) -> None:
    policy = client.get("/learn/player").headers["content-security-policy"]
    assert policy == f"{POLICY}; frame-src 'self'"
    sandbox = client.get("/learn/player/sandbox")
    [script] = re.findall("<script>(.+?)</script>", sandbox.body.decode(), re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert sandbox.headers["content-security-policy"].split("; ") == [
        "default-src 'none'",
        f"script-src 'sha256-{digest}'",
        "worker-src blob:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        "sandbox allow-scripts",
    ]


def test_file_that_could_not_be_read_is_read_again(new_client: Clients) -> None:
    errors = [OSError("too many open files")]

    def read() -> Content:
        if errors:
            raise errors.pop()
        return b"content", "text/plain"

    client = new_client()
    client.app.router.routes.append(Route("/page", Page(read, SAME_ORIGIN)))
    assert client.get("/page").status == 500
    assert [client.get("/page").expect(200).body for _ in range(2)] == [b"content"] * 2
