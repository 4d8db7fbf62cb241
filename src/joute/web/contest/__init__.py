"""A contest on the web: accounts, sessions, teams, submissions, and the pages of contestants."""
