"""Fail unless the server in this container responds; its command is that of process 1."""

import os
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final
from urllib.request import ProxyHandler, build_opener

ALL: Final = {"::": "127.0.0.1", "0.0.0.0": "127.0.0.1"}  # noqa: S104  to replace it


def url_of(command: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the URL of the health check for a server's command and environment."""
    words = [word for argument in command for word in argument.split("=", 1)]
    options = dict(pairwise(words))
    host = options.get("--host") or environment.get("NOUGHTS_HOST") or "127.0.0.1"
    names = ("NOUGHTS_PORT", "PORT")
    port = options.get("--port") or next(filter(None, map(environment.get, names)), "8000")
    host = ALL.get(host, host)
    return f"http://[{host}]:{port}/livez" if ":" in host else f"http://{host}:{port}/livez"


if __name__ == "__main__":
    command = Path("/proc/1/cmdline").read_text().split("\0")
    build_opener(ProxyHandler({})).open(url_of(command, os.environ)).close()
