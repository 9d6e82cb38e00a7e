"""Text protocols on pipes: our own for every game, and GTP as Hex programs speak it. docs/protocol.md is for users."""
