"""Takes the README screenshots and draws the icons: `python -m tests.browser.screenshots`."""

from struct import pack

from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.looks import chromium
from tests.live import ROOT, running_service

STATIC = ROOT / "service" / "static"
SIZE = ViewportSize(width=1180, height=760)
# The width and height of each picture in pixels, and the share of the height that the mark takes.
ICONS = {
    "icon-192.png": (192, 192, 1.0),
    "icon-512.png": (512, 512, 1.0),
    "apple-touch-icon.png": (180, 180, 0.86),
    "maskable-512.png": (512, 512, 0.72),  # Systems cut off up to a fifth of it.
    "share.png": (1200, 630, 0.6),
    "favicon.ico": (32, 32, 1.0),
}
DRAWING = """
<style>
  body {{ margin: 0; display: grid; place-items: center; height: 100vh; background: {paper}; }}
  svg {{ height: {share}vh; }}
</style>
{icon}
"""


def main() -> None:
    with running_service() as url, chromium() as browser:
        page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
        page.goto(f"{url}/?level=medium&seed=3&moves=4.1")
        page.locator("#hint").click()
        expect(page.locator("#hint-text")).to_contain_text("Take ")
        page.screenshot(path=STATIC / "pictures" / "play.png")
        page.goto(f"{url}/learn?lesson=recursion&step=9")
        page.get_by_role("tab", name="Code").click()
        expect(page.locator("#code li").first).to_be_visible()
        page.screenshot(path=STATIC / "pictures" / "lesson.png")
        draw_icons(browser)


def draw_icons(browser: Browser) -> None:
    """Draw icon.svg at every size, without its round corners where the system cuts them."""
    icon = (STATIC / "icon.svg").read_text()
    for name, (width, height, share) in ICONS.items():
        page = browser.new_page(viewport={"width": width, "height": height})
        paper = "none" if share == 1 else "#fbf8f0"
        page.set_content(DRAWING.format(paper=paper, share=100 * share, icon=icon))
        png = page.screenshot(omit_background=True)
        if name.endswith(".ico"):  # It contains a PNG, after its size and position.
            png = pack("<3H4B2H2I", 0, 1, 1, width, height, 0, 0, 1, 32, len(png), 22) + png
        (STATIC / "icons" / name).write_bytes(png)
        page.close()


if __name__ == "__main__":
    main()
