"""Measure how smoothly the search theatre draws: the times between frames while a large tree is played in a browser.

    python bench/theatre_frames.py [--json] [--write]

A real browser without a screen plays the whole search at the fastest pace and moves through it by the slider; the time
between two frames is measured by the browser itself. A frame of a usual screen takes 16.7 ms; what this machine needs
for a page on which nothing happens is measured in the same run, to compare with.
"""

import json
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures
from playwright.sync_api import Browser, Page
from tests.web.browser.live_server import PATIENCE, context_options, open_browser, run_server

SEARCHES = {
    "alpha-beta, Neutreeko, depth 4": "theatre?game=neutreeko&one=alphabeta:heuristic=strong,depth=4",
    "minimax, Neutreeko, depth 3": "theatre?game=neutreeko&one=minimax:heuristic=strong,depth=3",
}
HEAD = ("search", "steps", "frames", "median, ms", "95 %, ms", "longest, ms")
SECONDS = 5
IDLE = "no search: only the slider"
WATCH = """(seconds) => new Promise((done) => {
  const slider = document.querySelector(".theatre-controls .time") ?? document.createElement("input");
  const times = [];
  const begin = performance.now();
  let before = begin;
  const next = (now) => {
    times.push(now - before);
    before = now;
    slider.value = String(Math.round((Number(slider.max) * (now - begin)) / (1000 * seconds)));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    if (now - begin < 1000 * seconds) requestAnimationFrame(next);
    else done(times.slice(1));
  };
  requestAnimationFrame(next);
})"""
"""Move through the whole search in this many seconds; the times between frames, in ms."""


def frames(page: Page, address: str, link: str, seconds: float) -> dict[str, float]:
    """The tree's number of steps, and the times between frames in milliseconds."""
    page.goto("about:blank")
    page.goto(f"{address}#{link}")
    page.locator(".card").first.wait_for(timeout=PATIENCE)
    steps = int(page.locator(".theatre-controls .time").get_attribute("max") or 0)
    return {"steps": steps} | times_between(page, seconds)


def times_between(page: Page, seconds: float) -> dict[str, float]:
    """The times between frames, in milliseconds."""
    times: list[float] = page.evaluate(WATCH, seconds)
    ordered = sorted(times)
    return {
        "frames": len(times),
        "median": round(statistics.median(times), 1),
        "p95": round(ordered[int(0.95 * len(ordered))], 1),
        "longest": round(ordered[-1], 1),
    }


def measured(browser: Browser, address: str, seconds: float = SECONDS) -> dict[str, dict[str, float]]:
    """The figures of every search."""
    page = browser.new_context(**context_options()).new_page()
    idle = {IDLE: {"steps": 0} | times_between(page, seconds)}
    found = idle | {name: frames(page, address, link, seconds) for name, link in SEARCHES.items()}
    page.context.close()
    return found


def main() -> None:
    """Print the figures."""
    parser = figures.Parser(__doc__)
    parser.add_argument("--json", action="store_true", help="print data")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, run_server(Path(folder)) as server, open_browser() as browser:
        found = measured(browser, server.start())
    rows = [(name, f"{row['steps']:,}", *list(row.values())[1:]) for name, row in found.items()]
    table = figures.table(HEAD, rows)
    print(json.dumps(found, indent=1) if given.json else table)
    if given.write:
        figures.write("theatre_frames", table)


if __name__ == "__main__":
    main()
