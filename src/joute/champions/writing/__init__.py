"""The API of a game as text: the reference, and what champions in each language include."""
