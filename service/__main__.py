"""Run `noughts` or `python -m service`: serve, analyze, play, review, trace and exam.

Each command imports only what it needs, so that it starts faster.
"""

import sys

INTERRUPTED = 130  # The exit code that shells report after SIGINT.


def serve() -> int:
    """Serve the API and the web pages, with settings from environment variables."""
    if sys.platform == "win32":
        print("noughts serve runs on Linux, macOS and WSL.", file=sys.stderr)  # noqa: T201
        return 2
    from .app import create_app  # noqa: PLC0415
    from .serve import run  # noqa: PLC0415

    return run(create_app)


def main() -> int:
    """Run the command in sys.argv, and return the exit code; after Ctrl-C, print a line break."""
    try:
        if sys.argv[1:] == ["serve"]:
            return serve()
        from .cli import commands  # noqa: PLC0415

        code = commands.run(serve)
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        print(file=sys.stderr)  # noqa: T201
    return code


if __name__ == "__main__":
    sys.exit(main())
