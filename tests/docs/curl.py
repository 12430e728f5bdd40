"""A replacement for curl with the options used in the docs, so that `make test` needs no curl."""

import argparse
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PATIENCE = 60.0  # seconds


def main() -> None:
    """Send the request of the command line and print the response body."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("-H", "--header", action="append", default=[])
    parser.add_argument("-d", "--data")
    parser.add_argument("-N", "--no-buffer", action="store_true")
    parser.add_argument("-s", "--silent", action="store_true")
    asked = parser.parse_args()
    fields = dict(field.split(": ", 1) for field in asked.header)
    body = None if asked.data is None else asked.data.encode()
    request = Request(asked.url, body, {"Accept": "*/*", **fields})  # noqa: S310  as documented
    try:
        answer = urlopen(request, timeout=PATIENCE)  # noqa: S310
    except HTTPError as problem:
        answer = problem
    with answer:
        while piece := answer.read1():
            sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
