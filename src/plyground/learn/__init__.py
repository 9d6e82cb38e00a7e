"""Learning by self-play: a network plays itself on many boards at once and learns from the games."""

PLAN, LOG, NETWORK = "plan.json", "log.jsonl", "network.onnx"
"""Files of a run; reading them does not need torch."""
