"""The audit engine: exact privacy of finite mechanisms and compositions against every adaptive adversary, fast."""
