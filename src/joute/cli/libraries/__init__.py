"""The libraries of games at the command line: which are used, and building them."""
