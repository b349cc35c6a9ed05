"""Vectors whose length is a parameter."""
