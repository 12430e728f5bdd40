"""The headers Upgrade, which is ignored, and Expect."""

from tests.http.support import BOARD, LAST, LIVEZ, Server, answers, read_all, request


def test_upgrade_is_ignored(server: Server) -> None:
    for to in ("h2c", "websocket", "TLS/1.0", "HTTP/2.0, h2c"):
        connection = "Connection: Upgrade, HTTP2-Settings"
        fields = (connection, f"Upgrade: {to}", "HTTP2-Settings: AAMAAABkAAQAAP")
        get = request("GET", "/livez", b"", *fields)
        post = request("POST", "/v1/analysis", BOARD, *fields)
        chunked = b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        chunked += "\r\n".join((*fields, "Transfer-Encoding: chunked", "", "")).encode()
        chunked += b"%x\r\n%b\r\n0\r\n\r\n" % (len(BOARD), BOARD)
        asked = get + LIVEZ + post + post + chunked + get + LAST
        for size in (len(asked), 1, 11):
            found = server.ask(*(asked[i : i + size] for i in range(0, len(asked), size)))
            assert [answer.status for answer in found] == [200] * 7, (to, size)
            assert sum(b'"best_move":3' in answer.body for answer in found) == 3


def test_connection_close_applies_to_a_request_with_upgrade(server: Server) -> None:
    for tokens in ("close, Upgrade", "Upgrade,close", "upgrade, Close , x"):
        asked = request("GET", "/livez", b"", f"Connection: {tokens}", "Upgrade: h2c")
        [answer] = server.ask(asked + LIVEZ)
        assert answer.headers["connection"] == "close"


def test_expect_gets_100_continue_or_the_refusal(server: Server) -> None:
    expecting = (
        f"Content-Length: {len(BOARD)}",
        "Content-Type: application/json",
        "Expect: 100-continue",
    )
    with server.connect() as connection:
        connection.sendall(request("POST", "/v1/analysis", b"", *expecting, close=True))
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(BOARD)
        [answer] = answers(read_all(connection))
    assert answer.status == 200
    with server.connect() as connection:
        too_much = "Content-Length: 99999999", "Expect: 100-continue"
        connection.sendall(request("POST", "/v1/analysis", b"", *too_much))
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")
