"""Get the moves of a player at a URL."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus, client
from multiprocessing import TimeoutError as TooLate
from multiprocessing.pool import ThreadPool
from socket import gaierror
from ssl import SSLCertVerificationError, SSLError
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import build_opener, getproxies, proxy_bypass

from typer import TyperException

from ..engine.board.position import Position
from .players import MAX_RESPONSE, Player, find_move, parse_cell, question_about

NEEDED: Final = " Send a number, or JSON with the number in `cell` or `move`."
CAUSES: Final = (
    (ConnectionRefusedError, "The connection was refused. Is the player running?"),
    (ConnectionError, "The connection was closed before the end of the response."),
    ((TimeoutError, TooLate), "The response took longer than --timeout allows."),
    (client.IncompleteRead, "The response ended before its announced length."),
    (SSLCertVerificationError, "The certificate of the host is not trusted."),
    (SSLError, "There was no TLS connection. A player without a certificate needs http://."),
    (gaierror, "The host name cannot be resolved."),
    ((client.BadStatusLine, client.LineTooLong), "The response was not HTTP."),
)


@contextmanager
def player_at(template: str, timeout: float) -> Iterator[Player]:
    """Yield the player at a URL that contains `{board}` and `{side}`."""
    if not template.startswith(("http://", "https://")):
        raise TyperException("--url must begin with http:// or https://.")
    # The timeout of urllib is that of each read. A thread can be left when the time is up.
    with ThreadPool(1) as pool:
        yield partial(_ask, pool, template, timeout)


def _ask(pool: ThreadPool, template: str, timeout: float, position: Position) -> int:
    """Request a move from a URL and return it."""
    side = position.side_to_move
    address = template.replace("{board}", quote(str(position))).replace("{side}", side)
    advice = ""
    try:
        advice = _proxy(address)
        text = pool.apply_async(_read, [address, timeout]).get(timeout)
    except (OSError, ValueError, client.HTTPException, TooLate) as error:
        fault = f"The URL returned no cell for `{question_about(position)}`."
        raise TyperException(f"{fault} {_cause(error)}{advice}") from error
    return parse_cell(find_move(text), position, NEEDED + advice)


def _read(address: str, timeout: float) -> str:
    """Return the body of a response, or the beginning of a long one."""
    with build_opener().open(address, timeout=timeout) as response:
        body: bytes = response.read(MAX_RESPONSE)
        size = response.headers["Content-Length"] or ""
    if size.isdecimal() and len(body) < min(int(size), MAX_RESPONSE):
        raise client.IncompleteRead(body)  # With an argument, `read` itself does not.
    return body.decode("utf-8-sig", errors="replace")


def _cause(error: Exception) -> str:
    """Return a sentence that says why a request failed."""
    if isinstance(error, HTTPError):
        error.close()
        if error.code < HTTPStatus.BAD_REQUEST:
            return f"Its redirects cannot be followed (HTTP status {error.code})."
        return f"The HTTP status was {error.code} ({client.responses.get(error.code, 'unknown')})."
    reason = error.reason if isinstance(error, URLError) else error
    found = (sentence for kinds, sentence in CAUSES if isinstance(reason, kinds))
    return next(found, f"The request failed. {getattr(reason, 'strerror', None) or reason}.")


def _proxy(address: str) -> str:
    """Return advice if a request is sent through a proxy."""
    scheme, host = urlsplit(address).scheme, urlsplit(address).hostname or ""
    if scheme not in getproxies() or proxy_bypass(host):
        return ""
    return f" It was requested through {scheme}_proxy. To avoid this, set no_proxy={host}."
