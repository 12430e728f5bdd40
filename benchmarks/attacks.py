"""Section `attacks`: the harm that one client does to others, and to the memory."""

import os
import shutil
import subprocess
import sys
from statistics import median
from time import sleep

from benchmarks.attackers import ATTACKS
from benchmarks.table import duration, heading, paragraph, table
from tests.deploy.proxy import COMPOSE, Proxy
from tests.http.attack import HonestClient
from tests.http.support import Server, serving

SECONDS = 6.0
WARM_UP = 1.0  # seconds, of the honest client alone and of each attack
MAX_P99 = 0.1  # seconds
MAX_MEMORY = 1.6  # relative to an idle server
LIMITS = {
    name: COMPOSE["nginx"]["environment"][f"NOUGHTS_{name.upper()}"]
    for name in ("rate", "burst", "connections")
}


def run() -> None:
    """Try every attack, directly and through nginx."""
    heading("Attacks: the harm that one client does to others")
    paragraph(
        "An honest client at another address requests /livez and an analysis on new connections. "
        "`memory` is the server's peak relative to an idle one."
    )
    has_nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if not has_nginx:
        paragraph("This machine has no nginx.")
    for through_nginx in (False, True) if has_nginx else (False,):
        where = "through nginx" if through_nginx else "directly"
        rows = [_row(attack, through_nginx) for attack in ATTACKS]
        table([where, "responses", "faults", "p50", "p99", "memory", ""], rows)
        missed = sum(row[-1] == "MISSED" for row in rows)
        target = f"no fault, p99 at most {duration(MAX_P99)}, memory at most {MAX_MEMORY} x"
        print(f"Target: {target}: {f'MISSED by {missed}' if missed else 'met'}.")


def _row(attack: str, through_nginx: bool) -> list[str]:
    """The effects of an attack on a new server."""
    with serving(trusted_proxies="127.0.0.0/8") as server:
        proxy = Proxy([server.service.url], LIMITS) if through_nginx else None
        try:
            client, memory = _effects(attack, server, proxy.port if proxy else server.port)
        finally:
            if proxy:
                proxy.remove()
    is_met = not client.faults and client.p99 <= MAX_P99 and memory <= MAX_MEMORY
    return [
        attack.replace("_", " "),
        f"{len(client.seconds):,}",
        str(len(client.faults)),
        duration(median(client.seconds)),
        duration(client.p99),
        f"{memory:.2f} x",
        "met" if is_met else "MISSED",
    ]


def _effects(attack: str, server: Server, port: int) -> tuple[HonestClient, float]:
    """The honest client during an attack, and the server's peak memory relative to idle."""
    with HonestClient(port):
        sleep(WARM_UP)
    idle = server.memory
    server.forget_peak()
    attacker = subprocess.Popen([sys.executable, "-m", "benchmarks.attackers", attack, str(port)])
    try:
        sleep(WARM_UP)
        with HonestClient(port) as client:
            sleep(SECONDS)
    finally:
        attacker.kill()
        attacker.wait()
    return client, server.peak / idle
