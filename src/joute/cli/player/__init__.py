"""Replays on the screen of a terminal."""
