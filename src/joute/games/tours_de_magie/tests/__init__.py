"""The tests of the game: they move with its folder."""
