"""Losses in any measure: as they are stated, brought to one scale, and the worst of them."""
