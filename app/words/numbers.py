"""Numbers as they are written in every language."""

MINUS = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """Write a gain or loss: +3, 0, and a loss with a real minus sign."""
    return f"{number:+d}".replace("-", MINUS) if number else "0"
