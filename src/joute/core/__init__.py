"""The contract of a game, and what every game gets for free from keeping it."""
