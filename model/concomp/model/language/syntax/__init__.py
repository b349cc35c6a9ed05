"""What a definition is written in: sorts, expressions, records, registers, relations, guards and requirements."""
