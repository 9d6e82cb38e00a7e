"""The published studies, one file per report: every table of a report can be rerun by name."""

from plyground.core.errors import PlygroundError, quoted
from plyground.lab.studies import blockit, eximo, hex, morris, neutreeko  # noqa: A004 (the game)
from plyground.lab.studies.study import Study
from plyground.language import Message


class UnknownStudyError(PlygroundError):
    """There is no study with that name."""


STUDIES: dict[str, Study] = {
    study.name: study for report in (hex, blockit, eximo, neutreeko, morris) for study in report.STUDIES
}
"""All studies by name, in the order of the reports."""


def find_study(name: str) -> Study:
    """The study with that name."""
    if name not in STUDIES:
        raise UnknownStudyError(Message("lab.no_study", name=quoted(name), known=list(STUDIES)))
    return STUDIES[name]
