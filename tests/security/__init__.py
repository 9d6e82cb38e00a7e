"""Tests of what hostile visitors can do: nothing."""
