"""Tournaments: declared in one file, played to the end whatever happens, explained to the last line."""
