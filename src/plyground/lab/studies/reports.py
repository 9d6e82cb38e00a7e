"""The five reports whose studies are run again, by title and by the name of the document."""

from dataclasses import dataclass

from plyground.lab.units import Data


@dataclass(frozen=True)
class Report:
    """A report, as it is cited."""

    game: str
    """The title of the game that it is about; a study names its report by it."""
    title: str
    """As the report is headed."""
    file: str

    @property
    def cited(self) -> str:
        """Title and document, for texts."""
        return f"“{self.title}” ({self.file})"

    def as_data(self) -> Data:
        """The citation as plain data."""
        return {"title": self.title, "file": self.file}


REPORTS: dict[str, Report] = {
    report.game: report
    for report in (
        Report(
            "Hex",
            "Pesquisa com Adversários: Jogo de Tabuleiro – Hex. Relatório Final",
            "000_c01b24be031b98ec.txt",
        ),
        Report(
            "Block It",
            "Resolução do jogo Block It utilizando o método de pesquisa MiniMax alfa-beta e variantes em linguagem "
            "Java (Tema A3 Grupo 5)",
            "001_34b7c147504eb8e9.txt",
        ),
        Report("Eximo", "Eximo", "002_dea212226c833740.txt"),
        Report("Neutreeko", "NEUTREEKO", "003_f2060940e69dfca3.txt"),
        Report(
            "Nine Men's Morris",
            "Pesquisa com Adversários: Nine Men's Morris (Grupo 34)",
            "004_56f9359c71742690.txt",
        ),
    )
}
"""The reports by their games."""
