"""The diagrams of the chapters: a module a game, whose FIGURES are drawn by the game's own board (`make figures`)."""
