"""The processes in which matches are played and replays filmed."""
