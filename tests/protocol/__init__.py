"""Tests of the text protocols, most of them with the real process at the other end of a pipe."""
