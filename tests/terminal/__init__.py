"""Tests of playing at the terminal."""
