"""What the commands that prove, or tell proofs, read and write besides."""
