"""What is put to solvers as SMT-LIB text, and how their answers are made sure of."""
