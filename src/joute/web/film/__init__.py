"""Matches as films: positions as differences, in chunks."""
