"""The contract between games and everything else; knows nobody."""
