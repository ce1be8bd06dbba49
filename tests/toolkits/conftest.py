"""The same examples on every run, and few enough to be quick."""

from hypothesis import settings

settings.register_profile(
    "toolkits", derandomize=True, deadline=None, max_examples=25, database=None
)
settings.load_profile("toolkits")
