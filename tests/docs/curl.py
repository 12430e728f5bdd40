"""A stand-in for curl, with the options that the documentation uses: `make test` needs no curl."""

import argparse
import sys

import httpx

PATIENCE = 60.0  # seconds


def main() -> None:
    """Send the request of the command line and print the body of the answer."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("-H", "--header", action="append", default=[])
    parser.add_argument("-d", "--data")
    parser.add_argument("-N", "--no-buffer", action="store_true")
    parser.add_argument("-s", "--silent", action="store_true")
    asked = parser.parse_args()
    method = "GET" if asked.data is None else "POST"
    headers = [(name, value.strip()) for name, _, value in (h.partition(":") for h in asked.header)]
    with httpx.stream(
        method, asked.url, headers=headers, content=asked.data, timeout=PATIENCE
    ) as answer:
        for piece in answer.iter_bytes():
            sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
