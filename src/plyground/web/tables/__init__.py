"""Tables: a game, its players and audience, and what each of them is shown."""
