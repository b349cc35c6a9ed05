"""Experiments: vectors whose messages depend on replies, or whose verdict on many of them."""
