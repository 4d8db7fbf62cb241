"""What generated texts of a game's API share, whatever the language."""
