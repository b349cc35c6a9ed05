"""Derivations as Coq reads them: each fact a lemma, each rule a term, each definition a definition."""
