"""Champions in processes of their own: the engine's side."""
