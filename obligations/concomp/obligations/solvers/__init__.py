"""Solvers: a process to work in, two that must agree, exact linear programs."""
