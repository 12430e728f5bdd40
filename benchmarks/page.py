"""Section `page`: how much the playground transfers, and how soon one can play.

It needs chromium; without one the section says so and measures nothing.
"""

import shutil
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from benchmarks.server import running_server
from benchmarks.table import duration, heading, paragraph, table

ROUNDS = 9
READY = "document.querySelector('noughts-board')?.game.isPersonsTurn"
MEASURED = """() => {
  const entries = ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type));
  const sum = (name) => entries.reduce((total, entry) => total + entry[name], 0);
  return {
    ready: performance.now() / 1000,
    requests: entries.length,
    transferred: sum("transferSize"),
    decoded: sum("decodedBodySize"),
  };
}"""


def run() -> None:
    """Open the playground again and again with an empty cache, and print medians."""
    heading("Page: the playground, from navigation until one can play")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        paragraph("There is no chromium on this machine: not measured.")
        return
    with running_server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        found = [_visit(browser, f"http://127.0.0.1:{server.port}/") for _ in range(ROUNDS)]
        browser.close()
    middle = {name: median(visit[name] for visit in found) for name in found[0]}
    paragraph(
        f"Medians of {ROUNDS} visits, each with an empty cache, on the machine of the server."
    )
    table(
        ["", "until ready", "requests", "transferred", "uncompressed"],
        [
            [
                "playground",
                duration(middle["ready"]),
                f"{middle['requests']:.0f}",
                f"{middle['transferred']:,.0f} bytes",
                f"{middle['decoded']:,.0f} bytes",
            ]
        ],
    )


def _visit(browser: Browser, url: str) -> dict[str, float]:
    """One visit, by a visitor who was never here."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(url)
    page.wait_for_function(READY, polling=5)
    measured: dict[str, float] = page.evaluate(MEASURED)
    context.close()
    return measured
