"""Mutation of what strangers send: `mutate` changes valid samples, `readers` reads them, `worker` runs many."""
