"""The web arena: watch, play and share matches in a browser."""
