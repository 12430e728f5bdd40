"""The command line: `noughts serve`, `analyze`, `play`, `review`, `trace` and `exam`.

Also as `python -m service`.

Each command imports only what it needs, so that it starts sooner.
"""

import gc
import sys

INTERRUPTED = 130  # the exit code after SIGINT, as shells have it


def serve() -> int:
    """Serve the API; settings are environment variables, listed in docs/operations.md."""
    from service.logs.descriptors import reserve_standard_descriptors  # noqa: PLC0415

    reserve_standard_descriptors()  # before anything can be opened
    gc.disable()  # until everything is loaded, which takes a tenth less time without it
    from service.app import create_app  # noqa: PLC0415
    from service.http.run import run  # noqa: PLC0415

    return run(create_app)


def main() -> int:
    """Run what was typed; Ctrl-C ends the line on which it was typed."""
    try:
        code = run()
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        print(file=sys.stderr)  # noqa: T201
    return code


def run() -> int:
    """Run what was typed, and return the exit code."""
    if sys.argv[1:] == ["serve"]:
        return serve()
    from service.cli import commands  # noqa: PLC0415

    return commands.run(serve)


if __name__ == "__main__":
    sys.exit(main())
