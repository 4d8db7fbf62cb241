"""A match: a table with champions and a record."""
