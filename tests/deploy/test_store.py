"""Connections to the store: TLS is verified, and Unix sockets and passwords work."""

from pathlib import Path

import pytest
from redis import exceptions

from service.search_pool.shared import store_at
from tests.deploy.store import SharedStore
from tests.live import free_port
from tests.programs import run

pytestmark = [pytest.mark.full, pytest.mark.anyio]

KEY = "noughts:key"


async def works(url: str) -> bool:
    """Whether a value can be written and read."""
    store = store_at(url)
    try:
        await store.set(KEY, b"value")
        return bool(await store.get(KEY) == b"value")
    finally:
        await store.aclose()


async def test_certificate_is_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, certificate = str(tmp_path / "key"), str(tmp_path / "certificate")
    names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    files = ("-keyout", key, "-out", certificate)
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *files, *names)
    port = free_port()
    options = ("--tls-port", str(port), "--tls-cert-file", certificate, "--tls-key-file", key)
    with SharedStore(*options, "--tls-auth-clients", "no"):
        with pytest.raises(exceptions.ConnectionError, match="CERTIFICATE_VERIFY_FAILED"):
            await works(f"rediss://localhost:{port}/0")
        monkeypatch.setenv("SSL_CERT_FILE", certificate)
        assert await works(f"rediss://localhost:{port}/0")
        with pytest.raises(exceptions.ConnectionError, match="CERTIFICATE_VERIFY_FAILED"):
            await works(f"rediss://127.0.0.1:{port}/0")  # another host


async def test_unix_socket_and_password(tmp_path: Path) -> None:
    path = str(tmp_path / "socket")
    with SharedStore("--unixsocket", path) as store:
        assert await works(f"unix://{path}")
        store.client.config_set("requirepass", "password")
        assert await works(f"redis://:password@127.0.0.1:{store.port}")
        with pytest.raises(exceptions.AuthenticationError):
            await works(f"redis://:wrong@127.0.0.1:{store.port}/0")
