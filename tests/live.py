"""A real server in a process of its own, on a free port."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).parent.parent
ADDRESS = re.compile(r"running on (http://[0-9.]+:\d+)")


@contextmanager
def running_service(**settings: str) -> Iterator[str]:
    """The base URL of a service that runs until the context ends; settings without NOUGHTS_."""
    environment = {name: value for name, value in os.environ.items() if "NOUGHTS" not in name}
    environment |= {f"NOUGHTS_{name.upper()}": value for name, value in settings.items()}
    process = subprocess.Popen(
        [sys.executable, "-m", "service", "serve"],
        cwd=ROOT,
        env=environment | {"NOUGHTS_PORT": "0", "PYTHONUNBUFFERED": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr
    log = Thread(target=process.stderr.readlines)  # so that the server never waits for a reader
    try:
        found = next(filter(None, map(ADDRESS.search, process.stderr)), None)
        assert found, "the service did not start"
        log.start()
        yield found[1]
    finally:
        process.terminate()
        process.wait()
        if log.ident:
            log.join()
        process.stderr.close()
