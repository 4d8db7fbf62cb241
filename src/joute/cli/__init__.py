"""The `joute` command."""
