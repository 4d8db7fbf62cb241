"""Is this machine ready, and is this champion?"""
