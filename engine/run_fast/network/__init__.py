"""The expert at Run Fast: a small network over what its seat knows."""
