"""Mathematics: formulas written in plain text, found in sentences, parsed by a grammar, and typeset as MathML."""
