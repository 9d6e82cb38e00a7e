"""The help of the whole program: its commands in panels, what most people want first."""

from typing import Any

PANELS = {
    "Play": ("serve", "play", "puzzle", "review", "saved", "explore", "games", "rules", "agents"),
    "Look into a position": ("show", "moves", "search", "tree", "probe", "openings", "perft"),
    "Measure, solve and train": ("lab", "solve", "learn", "nnue", "quantise"),
    "For programs and machines": ("engine", "compile", "version"),
}
"""Every command under its title, in the order of the help."""
ORDER = [name for names in PANELS.values() for name in names]


def in_panels(commands: dict[str, Any]) -> dict[str, Any]:
    """The commands in the order of the help, each with its panel."""
    for title, names in PANELS.items():
        for name in commands.keys() & set(names):
            commands[name].rich_help_panel = title
    return dict(sorted(commands.items(), key=lambda item: ORDER.index(item[0])))


def without_types_of_flags(parameters: list[Any]) -> list[Any]:
    """The parameters of a command; the help shows no type for a flag, after which nothing is written."""
    for each in parameters:
        if getattr(each, "is_flag", False):
            each.display_type_rich = no_type
    return parameters


def no_type(ctx: Any) -> None:
    """What the help shows as the type of a flag: nothing."""
