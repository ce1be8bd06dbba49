"""The games as environments of other toolkits. Needs the extra: ``pip install cardavia[rl]``."""
