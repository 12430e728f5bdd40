"""Section `page`: the playground's transfer size, and the time until one can play."""

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
  const ready = performance.now() / 1000;
  return [ready, entries.length, sum("transferSize"), sum("decodedBodySize")];
}"""


def run() -> None:
    """Open the playground several times with an empty cache, and print medians."""
    heading("Page: the playground, from navigation until one can play")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        paragraph("Not measured, because this machine has no chromium.")
        return
    with running_server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        visits = [_visit(browser, f"http://127.0.0.1:{server.port}/") for _ in range(ROUNDS)]
        browser.close()
    ready, requests, transferred, decoded = map(median, zip(*visits, strict=True))
    paragraph(f"Medians of {ROUNDS} visits, each with an empty cache, on the server's machine.")
    table(
        ["until ready", "requests", "transferred", "uncompressed"],
        [[duration(ready), f"{requests:.0f}", f"{transferred:,.0f} B", f"{decoded:,.0f} B"]],
    )


def _visit(browser: Browser, url: str) -> list[float]:
    """One visit in a new browser context."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(url)
    page.wait_for_function(READY, polling=5)
    measured: list[float] = page.evaluate(MEASURED)
    context.close()
    return measured
