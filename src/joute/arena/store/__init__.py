"""The store: what was played, in a database, and the replays beside it."""

from .database import DEFAULT, Store
from .errors import StoreBroken, StoreBusy, StoreError, StoreFull, StoreUnavailable

__all__ = ["DEFAULT", "Store", "StoreBroken", "StoreBusy", "StoreError", "StoreFull", "StoreUnavailable"]
