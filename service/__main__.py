"""The command line: `python -m service serve | analyze | play | review`."""

import sys

from pydantic import ValidationError

from service import logs
from service.app import create_app
from service.server import Server
from service.settings import Settings


def serve() -> int:
    """Serve the API; the environment holds the settings, as the README lists them."""
    try:
        settings = Settings()
    except ValidationError as error:
        for fault in error.errors():
            name = f"NOUGHTS_{fault['loc'][0]}".upper()
            print(f"{name}: {fault['msg']}", file=sys.stderr)  # noqa: T201  there is no log yet
        return 2
    logs.configure(settings.log_level)
    Server(create_app(settings), settings).run()
    return 0


def main() -> int:
    """Run what was typed; a server starts without loading what only a terminal needs."""
    if sys.argv[1:] == ["serve"]:
        return serve()
    from service.cli import commands  # noqa: PLC0415

    return commands.run(serve)


if __name__ == "__main__":
    sys.exit(main())
