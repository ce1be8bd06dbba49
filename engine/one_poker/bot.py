"""The bots of One Poker: pure functions of a seat's view and of the randomness given."""

import random

from engine.game import View


class Random:
    """Plays any legal action: each kind alike, then each total alike."""

    def choose(self, view: View, rng: random.Random) -> str:
        """Choose without looking at anything but what is legal."""
        word, _, argument = rng.choice(view["legal"]).partition(" ")
        low, dots, high = argument.partition("..")
        if dots:
            return f"{word} {rng.randint(int(low), int(high))}"
        return f"{word} {argument}" if argument else word
