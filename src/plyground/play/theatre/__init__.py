"""The search theatre: a search's whole tree, recorded step by step, to be watched on the page or printed."""
