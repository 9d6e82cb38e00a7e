"""The five reports whose studies are run again, by title and by the name of the document."""

from dataclasses import dataclass

from plyground.games import game_class
from plyground.lab.runs.jobs import Data


@dataclass(frozen=True)
class SourceReport:
    """A report, as it is cited."""

    game: str
    """The title of the game that it is about; a study names its report by it."""
    name: str
    """The name of the game in commands."""
    file: str

    @property
    def title(self) -> str:
        """As the report is headed; the game's folder has it, with the report's players."""
        report = game_class(self.name).report
        assert report is not None
        return report.title

    @property
    def cited(self) -> str:
        """Title and document, for texts."""
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
"""The games of the reports as studies name them, and their documents; their titles are where their players are."""
REPORTS: dict[str, SourceReport] = {game: SourceReport(game, name, file) for name, (game, file) in DOCUMENTS.items()}
"""The reports by their games."""
