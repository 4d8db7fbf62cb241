"""What runs a champion in the process where it is loaded."""
