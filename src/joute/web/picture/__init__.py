"""Pictures of films, drawn by a browser of this machine."""
