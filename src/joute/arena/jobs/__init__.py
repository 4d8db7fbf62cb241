"""Matches as data, and where they are played."""
