"""Concurrent composition: ExtConComp, suitable sequences, and the verification functions of each theorem."""
