"""The languages that champions are written in."""
