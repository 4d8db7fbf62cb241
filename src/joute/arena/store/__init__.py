"""The store: what was played, in a database, and the replays beside it."""

from .errors import StoreBroken, StoreBusy, StoreError, StoreFull
from .store import DEFAULT, Store

__all__ = ["DEFAULT", "Store", "StoreBroken", "StoreBusy", "StoreError", "StoreFull"]
