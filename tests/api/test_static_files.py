"""Pages and files: how they are compressed, kept, asked after and shut in."""

import gzip

import pytest
from starlette.routing import Route

from service.api.static_files import SAME_ORIGIN, STATIC, Content, File, Page
from service.app import create_app
from tests.api.test_problems import assert_is_problem
from tests.asgi import Client

PAGES = ["/", "/docs", "/examples/", "/learn", "/problems"]
FILES = [
    "/client/noughts.js",
    "/client/noughts.d.ts",
    "/docs/swagger-ui/swagger-ui-bundle.js",
    "/docs/swagger-ui/swagger-ui.css",
    "/examples/index.html",
    "/static/docs.js",
    "/static/icon.svg",
    "/static/problems.css",
]
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".ts": "text/plain; charset=utf-8",
}
POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
}
GZIP = "gzip, deflate, br, zstd"


def test_the_root_is_the_playground(client: Client) -> None:
    page = client.get("/")
    assert page.status == 200
    assert page.body == (STATIC / "index.html").read_bytes()
    assert b"<title>Noughts</title>" in page.body


@pytest.mark.parametrize(
    ("address", "folder"), [("/client", "client"), ("/examples", "examples"), ("/static", "")]
)
def test_every_file_is_served_as_it_is(client: Client, address: str, folder: str) -> None:
    files = [path for path in (STATIC / folder).rglob("*") if path.is_file()]
    assert files
    for path in files:
        file = client.get(f"{address}/{path.relative_to(STATIC / folder).as_posix()}")
        assert (file.status, file.body) == (200, path.read_bytes())
        assert file.headers["content-type"] == TYPES[path.suffix]


def test_the_index_of_the_examples(client: Client) -> None:
    index = client.get("/examples/")
    assert index.body == (STATIC / "examples" / "index.html").read_bytes()


@pytest.mark.parametrize("target", PAGES)
def test_pages_are_html(client: Client, target: str) -> None:
    assert client.get(target).headers["content-type"] == TYPES[".html"]


@pytest.mark.parametrize("target", PAGES + FILES)
def test_it_is_compressed_for_those_who_accept_it(client: Client, target: str) -> None:
    plain, compressed = client.get(target), client.get(target, accept_encoding=GZIP)
    assert gzip.decompress(compressed.body) == plain.body
    assert compressed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    for answer in (plain, compressed):
        assert "Accept-Encoding" in answer.headers["vary"].split(", ")
        assert answer.headers["content-length"] == str(len(answer.body))


@pytest.mark.parametrize("target", PAGES + FILES)
def test_it_is_kept_and_asked_after(client: Client, target: str) -> None:
    plain, compressed = client.get(target).headers, client.get(target, accept_encoding=GZIP).headers
    assert plain["etag"] == compressed["etag"]
    assert plain["etag"].startswith('W/"')
    assert plain["cache-control"] == compressed["cache-control"] == "no-cache"


@pytest.mark.parametrize("target", PAGES + FILES)
@pytest.mark.parametrize("encoding", ["identity", GZIP])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_what_the_client_holds_is_not_sent_again(
    client: Client, target: str, encoding: str, method: str
) -> None:
    etag = client.get(target).headers["etag"]
    for tags in (etag, f'"other", {etag}', etag.removeprefix("W/"), "*"):
        asked = {"if-none-match": tags, "accept-encoding": encoding}
        answer = client.send(method, target, headers=asked)
        assert (answer.status, answer.body) == (304, b"")
        assert (answer.headers["etag"], answer.headers["cache-control"]) == (etag, "no-cache")
        assert "Accept-Encoding" in answer.headers["vary"].split(", ")
        assert answer.headers.keys().isdisjoint({"content-encoding", "content-length"})
    assert client.get(target, if_none_match='W/"other"', accept_encoding=encoding).status == 200


def test_the_etag_is_that_of_the_content() -> None:
    tags = [File.of((body, "text/html"), ()).etag for body in (b"1", b"1", b"2")]
    assert tags[0] == tags[1] != tags[2]


@pytest.mark.parametrize("path", ["/openapi.json", "/", "/client/noughts.js"])
def test_a_condition_that_no_file_meets(client: Client, path: str) -> None:
    tag = client.get(path).headers["etag"]
    for other in (tag, '"x"'):
        answer = client.get(path, if_match=other)
        assert_is_problem(answer, 412, "precondition_failed")
    assert client.get(path, if_match="*").status == 200


@pytest.mark.parametrize("target", PAGES + FILES)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("tags", ["", "*"])
def test_it_is_shut_in(client: Client, target: str, method: str, tags: str) -> None:
    headers = client.send(method, target, headers={"if-none-match": tags}).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert set(headers["content-security-policy"].split("; ")) == POLICY


@pytest.mark.parametrize("target", PAGES + FILES)
def test_pages_of_other_origins_may_load_the_client(client: Client, target: str) -> None:
    headers = client.get(target, origin="http://page.example").headers
    assert headers["access-control-allow-origin"] == "*"
    resource_policy = headers.get("cross-origin-resource-policy")
    assert resource_policy == ("cross-origin" if target.startswith("/client/") else None)


@pytest.mark.parametrize("target", PAGES + FILES)
@pytest.mark.parametrize("encoding", ["identity", GZIP])
def test_head_is_get_without_the_body(client: Client, target: str, encoding: str) -> None:
    get = client.get(target, accept_encoding=encoding)
    head = client.send("HEAD", target, headers={"accept-encoding": encoding})
    assert (head.status, head.body) == (200, b"")
    assert head.lasting_headers == get.lasting_headers


@pytest.mark.parametrize(
    "target",
    ["/client/", "/client/nope.js", "/client/../index.html", "/client/%2e%2e/index.html",
     "/client//etc/passwd", "/client/%00", "/client", "/examples", "/examples/nope.html",
     "/static/", "/static/client", "/static/../app.py",
     "/docs/swagger-ui/", "/docs/swagger-ui/nope.js", "/index.html"],
)  # fmt: skip
def test_unknown_files(client: Client, target: str) -> None:
    assert_is_problem(client.get(target), 404, "not_found")
    assert_is_problem(client.get(target, accept_encoding=GZIP), 404, "not_found")
    assert client.send("HEAD", target).status == 404


@pytest.mark.parametrize("target", PAGES + FILES)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_files_are_only_read(client: Client, target: str, method: str) -> None:
    answer = client.send(method, target, headers={"accept-encoding": GZIP})
    assert_is_problem(answer, 405, "method_not_allowed")
    assert answer.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize("target", ["/v1/analysis", "/livez"])
def test_short_answers_are_not_compressed(client: Client, target: str) -> None:
    plain, asked = client.get(target), client.get(target, accept_encoding=GZIP)
    assert asked.body == plain.body
    assert asked.lasting_headers == plain.lasting_headers
    assert asked.headers.keys().isdisjoint({"content-encoding", "content-security-policy"})
    assert asked.headers["vary"] == "Origin"
    assert asked.headers["x-content-type-options"] == "nosniff"


def test_a_file_that_could_not_be_read_is_read_again(client: Client) -> None:
    faults = [OSError("too many open files")]

    def read() -> Content:
        if faults:
            raise faults.pop()
        return b"content", "text/plain"

    app = create_app()
    app.router.routes.append(Route("/page", Page(read, SAME_ORIGIN)))
    asking = Client(app, client.runner)
    assert asking.get("/page").status == 500
    assert [asking.get("/page").expect(200).body for _ in range(2)] == [b"content"] * 2
