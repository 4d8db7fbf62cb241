"""Champions in processes of their own: the side of the host process."""

STAND_INS = "import _blake2; sys.modules |= {'typing_extensions': None, 'hashlib': _blake2}"
"""Code for fork servers: what stands there in the place of modules that are slow to load. Without the first, which None
makes fail, its users do; of the second, which loads OpenSSL, one hash is needed, and that is C of Python's own."""
