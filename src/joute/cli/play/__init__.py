"""Playing by hand in a terminal."""
