"""The matches of the server: waiting, being played, over."""
