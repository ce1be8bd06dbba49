"""Write the golden playthroughs anew: `python -m tests.engine.golden`."""

import sys

from tests.engine.golden import regenerate

changed = regenerate()
sys.stdout.write(f"changed: {', '.join(changed)}\n" if changed else "nothing has changed\n")
