"""The contract between games and the rest of the package; imports no other layer."""
