"""A contest on the web: people, their versions, and the ladder on which these play."""
