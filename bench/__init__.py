"""Benchmarks, each with the peer that it is measured against."""
