"""Review of played games: what each move lost in chance of winning."""
