"""The reference target: concomp behind its own protocol."""
