"""Builds the image without a daemon and checks that it serves: `make test-image`.

Its base is not an image of a registry but a Debian with Python, made here, with pip installed as
in Python's own image. Needs root, buildah, debootstrap and some minutes.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx

from service import __version__
from tests.docs.pages import ADDRESS_SHOWN
from tests.live import ADDRESS, ROOT
from tests.test_dist import FIRST_ANSWER, FIRST_CALL

BASE, IMAGE = "localhost/python", "localhost/noughts"
PIP: Final = "/usr/share/python-wheels/pip-*.whl"  # of Debian's package python3-venv
PREPARE: Final = f"""set -e
rm /usr/lib/python3*/EXTERNALLY-MANAGED
ln -s python3 /usr/bin/python
python $(ls {PIP})/pip install --quiet --no-index --root-user-action=ignore $(ls {PIP})
"""
# The certificates and settings of this machine, in case it needs them to reach a registry.
LENT: Final = [
    f"--volume={path}:{path}:ro"
    for path in ("/etc/ssl/certs", "/etc/pip.conf")
    if Path(path).exists()
]


def run(*command: str | Path) -> str:
    """The standard output of a program."""
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


class Builder:
    """buildah, with all its files in one folder."""

    def __init__(self, folder: Path) -> None:
        storage = [f"--root={folder / 'root'}", f"--runroot={folder / 'run'}"]
        self._command = ["buildah", *storage, "--storage-driver=vfs"]

    def command(self, name: str, *arguments: str | Path) -> list[str | Path]:
        """One of its commands; containers are isolated by chroot alone."""
        isolation = ["--isolation=chroot"] if name in {"bud", "run"} else []
        return [*self._command, name, *isolation, *arguments]

    def __call__(self, name: str, *arguments: str | Path) -> str:
        """The standard output of a command."""
        return run(*self.command(name, *arguments)).strip()


def make_base(builder: Builder, folder: Path) -> None:
    base = folder / "base"
    packages = "--include=python3,python3-venv,ca-certificates"
    run("debootstrap", "--variant=minbase", packages, "bookworm", base)
    run("chroot", base, "sh", "-c", PREPARE)
    container = builder("from", "scratch")
    builder("copy", "--quiet", container, f"{base}/", "/")
    builder("commit", "--quiet", "--rm", container, BASE)


@contextmanager
def serving(builder: Builder, container: str, config: dict[str, Any]) -> Iterator[str]:
    """The URL of the service that the image starts, as the image's user."""
    command = builder.command(
        "run", "--network=host", "--env=NOUGHTS_PORT=0", "--env=NOUGHTS_HOST=127.0.0.1", container,
        "--", *config["Entrypoint"], *config["Cmd"],
    )  # fmt: skip
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    try:
        yield next(filter(None, map(ADDRESS.search, process.stderr)))[1]
    finally:
        process.terminate()
        process.wait()


def check(builder: Builder) -> None:
    """The image serves the README's first call, as user 65534, without pip, under its labels."""
    container = builder("from", IMAGE)
    config = json.loads(builder("inspect", "--type=image", IMAGE))["OCIv1"]["config"]
    labels = {k.rpartition(".")[2]: v for k, v in config["Labels"].items() if ".image." in k}
    assert labels.keys() == {"title", "description", "licenses", "version"}
    assert labels["version"] == __version__
    assert builder("run", container, "--", "id", "-u") == "65534"
    for module in ("pip", "ensurepip"):
        builder("run", container, "--", "sh", "-c", f"! python -m {module} --version")
    with serving(builder, container, config) as url:
        path = FIRST_CALL.split("'")[1].removeprefix(ADDRESS_SHOWN)
        assert httpx.get(f"{url}{path}").json() == json.loads(FIRST_ANSWER)
        assert 'search="compiled"' in httpx.get(f"{url}/metrics").text


def main() -> None:
    if os.geteuid() != 0:
        sys.exit("debootstrap needs root")
    with TemporaryDirectory() as folder:
        builder = Builder(Path(folder))
        make_base(builder, Path(folder))
        arguments = {"PYTHON_IMAGE": BASE, "VERSION": __version__}
        given = [f"--build-arg={name}={value}" for name, value in arguments.items()]
        builder("bud", "--network=host", *LENT, *given, f"--tag={IMAGE}", ".")
        check(builder)
    sys.stdout.write(f"The image {__version__} is built, and serves.\n")


if __name__ == "__main__":
    main()
