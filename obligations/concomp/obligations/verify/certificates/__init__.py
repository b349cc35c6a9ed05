"""Certificates: proofs as SMT-LIB texts that two solvers accept."""
