"""Mutation testing by sample: sabotage single lines of the package and count how many of them the tests notice.

`python -m tests.mutants --help` tells how to run it; docs/testing.md tells what it found. Three well-known tools were
looked at first, and none fits a package of compiled kernels. mutmut 3 puts all variants of a function behind a
trampoline that chooses at run time, which Numba cannot compile. mutatest swaps the bytecode in `__pycache__`, where
our cache, named after a hash of the sources, would never see a change; it also needs a coverage from before 2021.
cosmic-ray changes files as we do, but lists every change of the package (tens of thousands), runs one command for all
of them (our whole suite takes a quarter of an hour; here the tests beside the changed file come first), and needs a
dozen packages that a machine lent for the purpose may not have.
"""
