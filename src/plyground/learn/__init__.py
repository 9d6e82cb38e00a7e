"""Learning by self-play: a network that plays against itself on many boards at once and learns from what it sees."""

PLAN, LOG, NETWORK = "plan.json", "log.jsonl", "network.onnx"
"""Files of a run; who only reads them needs no torch."""
