"""What contestants start from."""
