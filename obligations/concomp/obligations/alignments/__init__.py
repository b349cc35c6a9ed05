"""Alignments: proofs by moved noise, for every length, that what a program shows is almost as likely in both worlds."""
