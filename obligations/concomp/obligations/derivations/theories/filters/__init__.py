"""Proofs about filters and odometers, whatever the measure of privacy is."""
