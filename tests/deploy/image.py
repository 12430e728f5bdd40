"""Builds the image without a daemon and checks that it serves: `python -m tests.deploy.image`.

Its base is not a registry's image but a Debian with Python that is built here, with pip as in the
Python image. It needs root, buildah, debootstrap and some minutes.
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
# The machine's certificates and settings, if it needs any to reach a registry.
LENT: Final = [
    f"--volume={path}:{path}:ro"
    for path in ("/etc/ssl/certs", "/etc/pip.conf")
    if Path(path).exists()
]


def run(*command: str | Path, code: int = 0) -> str:
    """A program's standard output."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode == code, command
    return done.stdout


class Builder:
    """buildah, with its storage in one folder."""

    def __init__(self, folder: Path) -> None:
        storage = [f"--root={folder / 'root'}", f"--runroot={folder / 'run'}"]
        self._command = ["buildah", *storage, "--storage-driver=vfs"]

    def command(self, name: str, *arguments: str | Path) -> list[str | Path]:
        """One of its commands; containers are isolated only by chroot."""
        isolation = ["--isolation=chroot"] if name in {"bud", "run"} else []
        return [*self._command, name, *isolation, *arguments]

    def __call__(self, name: str, *arguments: str | Path, code: int = 0) -> str:
        """The command's output."""
        return run(*self.command(name, *arguments), code=code).strip()


def make_base(builder: Builder, folder: Path) -> None:
    """A Debian with Python, as an image."""
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
    """Check the README's first call, the user, the absence of pip, and the labels."""
    container = builder("from", IMAGE)
    config = json.loads(builder("inspect", "--type=image", IMAGE))["OCIv1"]["config"]
    labels = {k.rpartition(".")[2]: v for k, v in config["Labels"].items() if ".image." in k}
    assert labels.keys() == {"title", "description", "licenses", "version"}
    assert labels["version"] == __version__
    assert builder("run", container, "--", "id", "-u") == "65534"
    builder("run", container, "--", "sleep", "0")  # as preStop in the Kubernetes manifest
    for module in ("pip", "ensurepip"):
        builder("run", container, "--", "python", "-m", module, "--version", code=1)
    with serving(builder, container, config) as url:
        path = FIRST_CALL.split("'")[1].removeprefix(ADDRESS_SHOWN)
        assert httpx.get(f"{url}{path}").json() == json.loads(FIRST_ANSWER)
        assert 'search="compiled"' in httpx.get(f"{url}/metrics").text


def main() -> None:
    """Build and check."""
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
