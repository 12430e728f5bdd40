"""Draws the dashboard in docs/operations.md: `python -m tests.deploy.dashboard_picture`.

Without Grafana: the panels of deploy/grafana.json are drawn from the responses of a running
Prometheus, after two minutes in which one replica was healthy and another was not.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from html import escape
from itertools import cycle
from math import isfinite
from time import sleep, time
from typing import Any, Final, NamedTuple

from tests.browser.looks import chromium
from tests.deploy.faults import healthy, overloaded
from tests.deploy.prometheus import DASHBOARD, Panel, Prometheus, panels
from tests.live import ROOT

PICTURE: Final = ROOT / "docs" / "pictures" / "dashboard.png"
SECONDS: Final = 120
WIDTH, HEIGHT = 380, 150  # of a chart
COLORS: Final = ("#3366cc", "#dc3912", "#ff9900", "#109618", "#990099", "#0099c6", "#777777")
STYLE: Final = """
body { margin: 12px; background: #f4f5f5; font: 12px sans-serif; color: #222; width: 1212px }
section { background: #fff; border: 1px solid #ddd; border-radius: 3px; padding: 8px; margin: 4px;
          display: inline-block; vertical-align: top; box-sizing: border-box }
.timeseries { width: 396px; min-height: 236px } .stat { width: 234px; height: 84px }
h2 { font-size: 12px; margin: 0 0 6px } .value { font-size: 26px }
svg { display: block } text { font-size: 10px; fill: #666 } span { margin-right: 8px }
"""


class Line(NamedTuple):
    """A series: its name, its times since the start, and its values."""

    name: str
    points: list[tuple[float, float]]


def lines_of(panel: Panel, prometheus: Prometheus, start: float) -> Iterator[Line]:
    """The series of a panel since the start."""
    for expression, legend in panel.queries:
        bounds = {"start": start, "end": start + SECONDS, "step": 2}
        for series in prometheus.ask("query_range", query=expression, **bounds):
            values = [(float(when) - start, float(value)) for when, value in series["values"]]
            yield Line(named(legend, series), [point for point in values if isfinite(point[1])])


def named(legend: str, series: dict[str, Any]) -> str:
    """The legend with the labels of a series filled in."""
    for label, value in series["metric"].items():
        legend = legend.replace(f"{{{{{label}}}}}", value)
    return legend


def written(value: float, unit: str) -> str:
    if unit == "percentunit":
        return f"{value:.0%}"
    if unit == "bytes":
        return f"{value / 2**20:.0f} MiB"
    return f"{value:,.3g}{' s' if unit == 's' else ''}" if value < 1_000 else f"{value:,.0f}"


def stat(panel: Panel, lines: list[Line]) -> str:
    """The last value, or the name of a release."""
    [line] = lines[:1]
    text = line.name if panel.title == "Release" else written(line.points[-1][1], panel.unit)
    return f'<div class="value">{escape(text)}</div>'


def chart(panel: Panel, lines: list[Line]) -> str:
    most = max((value for line in lines for _, value in line.points), default=1) or 1
    drawn, names = [], []
    for line, color in zip(lines, cycle(COLORS), strict=False):
        points = " ".join(
            f"{when / SECONDS * WIDTH:.1f},{HEIGHT - value / most * (HEIGHT - 14):.1f}"
            for when, value in line.points
        )
        drawn.append(f'<polyline points="{points}" fill="none" stroke="{color}"/>')
        names.append(f'<span style="color:{color}">{escape(line.name)}</span>')
    return (
        f'<svg width="{WIDTH}" height="{HEIGHT + 4}"><text y="9">{written(most, panel.unit)}</text>'
        f'<path d="M0 {HEIGHT}H{WIDTH}M0 14H{WIDTH}" stroke="#ddd"/>{"".join(drawn)}</svg>'
        f"<div>{' '.join(names)}</div>"
    )


def main() -> None:
    sections = []
    with ExitStack() as stack:
        urls = [stack.enter_context(replica()) for replica in (healthy, overloaded)]
        prometheus = stack.enter_context(Prometheus(urls))
        start = time()
        sleep(SECONDS)
        for panel in panels():
            lines = list(lines_of(panel, prometheus, start))
            content = (stat if panel.kind == "stat" else chart)(panel, lines)
            title = f"<h2>{escape(panel.title)}</h2>"
            sections.append(f'<section class="{panel.kind}">{title}{content}</section>')
    PICTURE.parent.mkdir(exist_ok=True)
    with chromium() as browser:
        tab = browser.new_page(viewport={"width": 1240, "height": 800})
        heading = f"<style>{STYLE}</style><h1>{DASHBOARD['title']}</h1>"
        tab.set_content(heading + "".join(sections))
        tab.screenshot(path=PICTURE, full_page=True)


if __name__ == "__main__":
    main()
