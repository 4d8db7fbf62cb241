"""Building champions: strangers' build commands and compilers, run as strangers' code."""
