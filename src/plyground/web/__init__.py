"""The page's server: the only judge of moves. docs/web.md is what it and the page say to each other."""
