"""The gallery of this folder, made from runs of the lab.

    plyground lab run all --folder runs/gallery/studies
    plyground lab growth --folder runs/gallery/growth
    python docs/studies/make_gallery.py runs/gallery

`make studies` does these three. Each run becomes a page with its plots; README.md lists them. Nothing is measured here:
pages are built from the results that the runs have stored.
"""

import argparse
from pathlib import Path

from plyground.core.files import write_text
from plyground.lab.report.page import Page, as_markdown
from plyground.lab.runs.journal import read_results
from plyground.lab.runs.run import MANIFEST, Manifest, read_manifest
from plyground.lab.studies import STUDIES, growth
from plyground.lab.studies.experiment import StudyExperiment, games_played, page_of
from plyground.lab.studies.sources import REPORTS
from plyground.lab.studies.study import Results

HERE = Path(__file__).parent
MOST_GAMES = 60
"""Games on a page of the gallery; the page of a run shows more."""


def study_page(manifest: Manifest, results: Results) -> tuple[str, Page, str]:
    """The name, the page and the conclusion of a study's run."""
    made = StudyExperiment.from_settings(manifest.settings)
    jobs = tuple(made.study.plan(made.scale))
    ordered = {job.id: results[job.id] for job in jobs}
    finding = made.study.read(ordered, made.scale)
    page = page_of(made.study, finding, manifest, games_played(jobs, ordered), MOST_GAMES)
    return made.study.name, page, finding.sentence(made.study.source)


def growth_page(manifest: Manifest, results: Results) -> tuple[str, Page, str]:
    """The same of a run about growth."""
    made = growth.GrowthExperiment.from_settings(manifest.settings)
    ordered = {job.id: results[job.id] for name in made.games for job in growth.plan(name, made.scale)}
    return "growth", growth.page_of(made.games, ordered, manifest), "Nodes and time by depth for every game."


def runs_in(folders: list[Path]) -> list[Path]:
    """The runs among these folders and in them."""
    return [found.parent for folder in folders for found in sorted(folder.rglob(MANIFEST))]


def write_page(name: str, page: Page) -> None:
    """Write a page and its plots."""
    for plot, svg in page.plots().items():
        write_text(HERE / "plots" / f"{plot}.svg", on_white(svg))
    write_text(HERE / f"{name}.md", as_markdown(page))


def on_white(svg: str) -> str:
    """The picture with paper and ink of its own: here it stands by itself, on a page of whatever colour."""
    return svg.replace("currentColor", "#1d2129").replace("<svg ", '<svg style="background:#ffffff" ', 1)


def listed() -> dict[str, str]:
    """The lines of the list as it is now, by the page each links to."""
    readme = HERE / "README.md"
    lines = readme.read_text(encoding="utf-8").splitlines() if readme.exists() else []
    return {line.partition("](")[2].partition(".md)")[0]: line for line in lines if line.startswith("- [")}


def index(pages: dict[str, tuple[Page, str]], before: dict[str, str]) -> str:
    """The list of all pages; one that was not made this time keeps its line."""
    lines_now = {name: f"- [{page.title}]({name}.md). {sentence}" for name, (page, sentence) in pages.items()}
    lines = [line for name in (*STUDIES, "growth") if (line := lines_now.get(name) or before.get(name))]
    sources = [f"- {report.game}: {report.cited}" for report in REPORTS.values()]
    head = (
        "# Studies\n\nThe tables of five reports, run again: published figures beside ours, and whether their "
        "conclusions hold here. A claim holds, does not hold, or cannot be told by these figures; where two different "
        "programs are timed it is not comparable. The reports, by title and document:\n\n"
    )
    made = (
        "\n\nEach page is made by one command, `plyground lab run NAME`; all of them by `make studies`, which is\n\n"
        "```\nplyground lab run all --folder runs/gallery/studies\nplyground lab growth --folder runs/gallery/growth\n"
        "python docs/studies/make_gallery.py runs/gallery\n```\n\n"
    )
    return head + "\n".join(sources) + made + "\n".join(lines) + "\n"


def main() -> None:
    """Make the pages of all runs that were named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="folders of runs, or with runs in them")
    pages: dict[str, tuple[Page, str]] = {}
    for run in runs_in(parser.parse_args().folders):
        manifest = read_manifest(run)
        make = study_page if manifest.kind == StudyExperiment.kind else growth_page
        name, page, sentence = make(manifest, read_results(run))
        write_page(name, page)
        pages[name] = (page, sentence)
    write_text(HERE / "README.md", index(pages, listed()))


if __name__ == "__main__":
    main()
