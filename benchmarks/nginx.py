"""nginx in front of a server, with the template and the limits that docker-compose.yml has."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ruamel.yaml import YAML

from benchmarks.server import ROOT, free_port, wait_for_response


def find_nginx() -> str | None:
    """Return the path of nginx, which Debian installs in the last folder; None if it is missing."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")


@contextmanager
def behind_nginx(*ports: int, source: Path = ROOT) -> Iterator[int]:
    """Run nginx, as a folder configures it, in front of servers on these ports; yield its port."""
    services = YAML(typ="safe").load(source / "docker-compose.yml")["services"]
    variables = {k: v for k, v in services["nginx"]["environment"].items() if "NOUGHTS_" in k}
    port = free_port()
    variables["NOUGHTS_LISTEN"] = f"127.0.0.1:{port}"
    variables["NOUGHTS_RESOLVER"] = "127.0.0.1"
    variables |= dict.fromkeys(("NOUGHTS_PUBLIC_URL", "NOUGHTS_ROOT_PATH"), "")
    replicas = "\n".join(f"server 127.0.0.1:{each};" for each in ports)
    variables |= dict.fromkeys(("NOUGHTS_REPLICAS", "NOUGHTS_EACH_REPLICA"), replicas)
    deploy = source / "deploy"
    text = (deploy / "nginx.conf.template").read_text()
    text = text.replace("/etc/nginx/age.js", str(deploy / "age.js"))
    for name, value in variables.items():
        text = text.replace(f"${{{name}}}", value)
    with TemporaryDirectory() as folder, (Path(folder) / "log").open("w") as log:
        (Path(folder) / "nginx.conf").write_text(text)
        user = "user root;" if os.geteuid() == 0 else ""  # who can read the folder
        command = [find_nginx() or "nginx", "-p", folder, "-e", "stderr", "-c", "nginx.conf"]
        with subprocess.Popen(
            [*command, "-g", f"daemon off; {user}"], stdout=log, stderr=log
        ) as process:
            try:
                wait_for_response(port, process)
                yield port
            finally:
                process.terminate()
