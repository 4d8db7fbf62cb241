"""The games: one folder each, found by `joute.core.registry`."""
