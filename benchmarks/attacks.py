"""Section `attacks`: what one client does to others, and to the memory, while it does its worst."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import sleep

from benchmarks.attackers import ATTACKS
from benchmarks.table import duration, heading, paragraph, table
from tests.deploy.proxy import COMPOSE, Proxy, find_nginx
from tests.http.attack import HonestClient
from tests.http.support import Server, serving

SECONDS = 6.0
BEGINNING = 1.0  # seconds until an attack is under way
MAX_P99 = 0.1  # seconds
MAX_MEMORY = 1.5  # times as much as idle
TRUSTED = "127.0.0.0/8"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an honest client met, and the most memory, as a multiple of that of an idle server."""

    attack: str
    client: HonestClient
    memory: float

    @property
    def is_as_it_should_be(self) -> bool:
        """Whether nobody but the attacker has noticed much."""
        return not self.client.faults and self.client.p99 <= MAX_P99 and self.memory <= MAX_MEMORY

    @property
    def row(self) -> list[str]:
        """A line of the table."""
        answers = len(self.client.seconds)
        p50 = sorted(self.client.seconds)[answers // 2]
        figures = [f"{answers:,}", str(len(self.client.faults)), duration(p50)]
        return [self.attack, *figures, duration(self.client.p99), f"{self.memory:.2f} x"]


def measure(attack: str, through_nginx: bool) -> Outcome:
    """An attack on a fresh server, and an honest client meanwhile."""
    with serving(trusted_proxies=TRUSTED) as server, _port(server, through_nginx) as port:
        with HonestClient(port):
            sleep(BEGINNING)  # what is made once is made now
        idle = server.memory
        server.forget_peak()
        attacker = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.attackers", attack, str(port)]
        )
        try:
            sleep(BEGINNING)
            with HonestClient(port) as client:
                sleep(SECONDS)
        finally:
            attacker.kill()
            attacker.wait()
        return Outcome(attack.replace("_", " "), client, server.peak / idle)


@contextmanager
def _port(server: Server, through_nginx: bool) -> Iterator[int]:
    """Where clients connect: to the server, or to nginx with the limits as delivered."""
    if not through_nginx:
        yield server.port
        return
    environment = COMPOSE["nginx"]["environment"]
    limits = {
        name: environment[f"NOUGHTS_{name.upper()}"] for name in ("rate", "burst", "connections")
    }
    proxy = Proxy([server.service.url], limits)
    try:
        yield proxy.port
    finally:
        proxy.remove()


def run() -> None:
    """Try every attack, directly and through nginx."""
    heading("Attacks: what one client does to others")
    paragraph(
        "An honest client at another address asks on new connections for /livez and for an "
        "analysis. `memory` is the most that the server has, beside that of an idle one."
    )
    for through_nginx in (False, True):
        if through_nginx and not find_nginx():
            paragraph("There is no nginx on this machine.")
            break
        found = [measure(attack, through_nginx) for attack in ATTACKS]
        where = "through nginx" if through_nginx else "directly"
        table([where, "answers", "faults", "p50", "p99", "memory"], [each.row for each in found])
        missed = sum(not each.is_as_it_should_be for each in found)
        aim = f"no fault, p99 at most {duration(MAX_P99)}, memory at most {MAX_MEMORY} x"
        print(f"Aim: {aim}: {f'MISSED by {missed}' if missed else 'met'}.")
