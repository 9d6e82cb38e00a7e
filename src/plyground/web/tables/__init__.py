"""Tables: a game, the people and the computer at it, and what each of them is shown."""
