"""Hostile champions."""
