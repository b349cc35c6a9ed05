"""The composition theorems at scale, by the audit engine: more mechanisms, longer, and their bounds met."""
