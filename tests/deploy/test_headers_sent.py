"""The request headers that nginx replaces, removes or passes on."""

import socket
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.deploy.proxy import Proxy

pytestmark = pytest.mark.full


def test_request_headers_are_replaced_removed_or_passed_on() -> None:
    with socket.create_server(("127.0.0.1", 0)) as replica, ThreadPoolExecutor(1) as pool:
        received = pool.submit(_receive, replica)
        proxy = Proxy([f"http://127.0.0.1:{replica.getsockname()[1]}"])
        try:
            headers = {"X-Forwarded-For": "192.0.2.1", "traceparent": "00-1-2-01"}
            httpx.get(f"{proxy.url}/v1/levels", headers=headers | {"Accept-Encoding": "gzip"})
        finally:
            proxy.remove()
    head = received.result().lower()
    assert b"\r\nx-forwarded-for: 127.0.0.1\r\n" in head
    assert b"\r\ntraceparent: 00-1-2-01\r\n" in head
    assert b"192.0.2.1" not in head
    assert b"accept-encoding" not in head


def _receive(listener: socket.socket) -> bytes:
    """Respond to a request and return its head."""
    connection, _ = listener.accept()
    with connection:
        head = connection.recv(65_536)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    return head
