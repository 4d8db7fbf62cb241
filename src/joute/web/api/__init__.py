"""What the server answers."""
