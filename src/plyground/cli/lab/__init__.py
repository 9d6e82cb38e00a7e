"""The commands of the lab, a file for each group of them."""
