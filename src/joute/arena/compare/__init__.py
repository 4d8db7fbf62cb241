"""Is one champion better than another?"""
