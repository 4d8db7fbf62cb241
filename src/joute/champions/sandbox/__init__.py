"""Limits of a champion, and the isolation that enforces them."""
