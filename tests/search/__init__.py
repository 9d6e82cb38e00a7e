"""The searches, against each other and against plain Python."""
