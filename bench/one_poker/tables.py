"""Results against the simple opponents: ``python -m bench.one_poker.tables``.

Luck is taken out of the results as bench/one_poker/attack.py explains; each deck is played from
both seats, and the intervals take a deck for one observation.  Opponents take turns, so a run may
be stopped at any time; with ``--file`` each match is kept, and a later run with the same file and
seed goes on after those.  Delete the file after changing the solver.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from bench.one_poker.attack import Score, play_match, report
from bench.one_poker.known import Known
from bench.one_poker.signals import draw_values
from engine.one_poker.solver.player import SolverBot
from engine.one_poker.solver.styles import RULES
from engine.one_poker.solver.values import carried_table, value_table

Key = tuple[str, int, int]
"""(opponent, seed, number of the match)."""


def read(file: Path | None) -> dict[Key, Score]:
    """Give the matches that a file has."""
    found: dict[Key, Score] = {}
    if file is None or not file.exists():
        return found
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        key = row["opponent"], row["seed"], row["match"]
        found[key] = Score(row["won"], row["estimate"], row["deals"])
    return found


def play(names: list[str], matches: int, seed: int, known: dict[Key, Score]) -> Iterator[Key]:
    """Play what is missing, the opponents in turn; give the key of each new match."""
    bot = SolverBot()
    values = draw_values(value_table(), carried_table())
    for number in range(matches):
        for name in names:
            key = name, seed, number
            if key not in known:
                deck = seed * 10**6 + number // 2
                score = play_match(Known(bot, name), bot, number % 2, deck, values)
                known[key] = Score(1.0 - score.won, 1.0 - score.estimate, score.deals)
                yield key


def table(names: list[str], seed: int, known: dict[Key, Score]) -> str:
    """Give a line for each opponent, of all decks played from both seats."""
    lines = []
    for name in names:
        numbers = sorted(n for who, s, n in known if (who, s) == (name, seed) and n % 2)
        pairs = [known[name, seed, n - back] for n in numbers for back in (1, 0)]
        lines.append(f"{name:10s} {report(pairs, 'solver') if pairs else 'no matches'}")
    return "\n".join(lines)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("opponents", nargs="*", default=list(RULES))
    parser.add_argument("--matches", type=int, default=2000, help="even: two a deck")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path)
    parser.add_argument("--every", type=int, default=200, help="print after so many new matches")
    chosen = parser.parse_args()
    known = read(chosen.file)
    played = 0
    for played, key in enumerate(play(chosen.opponents, chosen.matches, chosen.seed, known), 1):
        if chosen.file is not None:
            name, seed, number = key
            row = {"opponent": name, "seed": seed, "match": number, **known[key]._asdict()}
            with chosen.file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
        if played % chosen.every == 0:
            print(f"after {played} new matches\n{table(chosen.opponents, chosen.seed, known)}\n")
    print(table(chosen.opponents, chosen.seed, known))


if __name__ == "__main__":
    main()
