"""The five reports whose studies are rerun, by title and document name."""

from dataclasses import dataclass

from plyground.games import game_class
from plyground.lab.runs.jobs import Data


@dataclass(frozen=True)
class SourceReport:
    """A cited report."""

    game: str
    """Title of the report's game, by which a study refers to its report."""
    name: str
    """Name of the game in commands."""
    file: str

    @property
    def title(self) -> str:
        """Title of the report, from the game's folder, where its players are defined too."""
        report = game_class(self.name).report
        assert report is not None
        return report.title

    @property
    def cited(self) -> str:
        """Title and document, for running text."""
        return f"“{self.title}” ({self.file})"

    def as_data(self) -> Data:
        """The citation as plain data."""
        return {"title": self.title, "file": self.file}


DOCUMENTS = {
    "hex": ("Hex", "000_c01b24be031b98ec.txt"),
    "blockit": ("Block It", "001_34b7c147504eb8e9.txt"),
    "eximo": ("Eximo", "002_dea212226c833740.txt"),
    "neutreeko": ("Neutreeko", "003_f2060940e69dfca3.txt"),
    "morris": ("Nine Men's Morris", "004_56f9359c71742690.txt"),
}
"""Game titles and documents of the reports, by game name; report titles are defined with the report's players."""
REPORTS: dict[str, SourceReport] = {game: SourceReport(game, name, file) for name, (game, file) in DOCUMENTS.items()}
"""The reports by game title."""
