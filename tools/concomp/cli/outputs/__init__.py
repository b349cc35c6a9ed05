"""Files that commands write beside what they print: pictures, pages and proofs."""
