"""Champions in processes of their own: the side of the host process."""
