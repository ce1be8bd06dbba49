"""Benchmarks of the games."""
