"""Properties of verification functions and post-processings, proved for every length or refuted by a trace."""
