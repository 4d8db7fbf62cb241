"""Where champions come from: files, folders, submissions, and those that come with a game."""
