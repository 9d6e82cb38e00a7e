"""The gallery of docs/studies is built from what runs have stored."""

import importlib.util
from pathlib import Path
from types import ModuleType

from plyground.lab.report.page import ReportTable
from plyground.lab.runs.run import Manifest
from plyground.lab.studies import STUDIES, morris
from plyground.lab.studies.sources import REPORTS
from plyground.lab.studies.study import Scale
from tests.lab.test_studies_verdicts import morris_results

SCRIPT = Path(__file__).parents[2] / "docs" / "studies" / "make_gallery.py"


def gallery() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_gallery", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_page_of_the_gallery_cites_its_report_and_shows_its_games() -> None:
    settings = {"study": "morris-agents", "scale": Scale(games=10, runs=1).as_data()}
    manifest = Manifest("study", STUDIES["morris-agents"].title, settings, created="2026-11-15 12:00:00")
    made = gallery()
    name, page, sentence = made.study_page(manifest, morris_results(0, 0))
    cited = REPORTS["Nine Men's Morris"].cited
    assert cited in page.subtitle
    assert cited in sentence
    (games,) = [section for section in page.sections if section.title == "Every game"]
    (table,) = [block for block in games.blocks if isinstance(block, ReportTable)]
    assert {row[0] for row in table.rows} == {str(each.agents[0]) for each in morris.DUELS}
    index = made.index({name: (page, sentence)}, {"growth": "- [kept](growth.md)", name: "- [old](morris-agents.md)"})
    assert all(f"- {report.game}: {report.cited}" in index for report in REPORTS.values())
    assert f"- [{page.title}](morris-agents.md). {sentence}" in index
    assert "- [kept](growth.md)" in index, "a page that was not made this time keeps its line"
    assert "[old]" not in index
