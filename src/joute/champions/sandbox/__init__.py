"""Limits, and the walls that keep them."""
