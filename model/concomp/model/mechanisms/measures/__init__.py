"""Privacy of mechanisms by other measures than (ε,δ): Rényi divergence and trade-off functions."""
