"""The headers Upgrade, which is ignored, and Expect."""

import json

from tests.http.support import BOARD, CHUNKED, LAST, LIVEZ, Server, answers, read_all, request


def test_upgrade_is_ignored(server: Server) -> None:
    for to in ("h2c", "websocket", "TLS/1.0", "HTTP/2.0, h2c"):
        fields = ("Connection: Upgrade, HTTP2-Settings", f"Upgrade: {to}", "HTTP2-Settings: AAMA")
        chunked = CHUNKED[:-2] + "\r\n".join((*fields, "", "")).encode()
        chunked += b"%x\r\n%b\r\n0\r\n\r\n" % (len(BOARD), BOARD)
        for asked in (request("POST", "/v1/analysis", BOARD, *fields), chunked):
            answer, last = server.ask(asked + LAST)
            assert (answer.status, json.loads(answer.body)["best_move"]) == (200, 3)
            assert last.status == 200


def test_upgrade_in_pieces_is_rejected_or_ignored_with_its_body(server: Server) -> None:
    asked = request("POST", "/v1/analysis", BOARD, "Connection: close, Upgrade", "Upgrade: h2c")
    with server.connect() as connection:
        for byte in asked[: -len(BOARD)]:
            connection.sendall(bytes([byte]))
        connection.sendall(BOARD)
        [answer] = answers(read_all(connection))
    # A busy server reads the pieces at once, and ignores the header.
    found = json.loads(answer.body)
    assert (answer.status, found.get("code"), found.get("best_move")) in {
        (400, "bad_request", None),
        (200, None, 3),
    }


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
