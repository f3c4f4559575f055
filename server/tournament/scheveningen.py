"""Scheveningen: every player of one team meets every player of the other."""


def scheveningen(size: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The rounds for two teams of ``size``: pairs (White, Black); the first team is 1..size, the second the rest.

    Nobody's Whites and Blacks differ by more than one, nobody has one colour three times running; with an even size
    each has as many Whites as Blacks, and with a multiple of four each team has half of the Whites in every round.
    """
    # Even sizes: colours alternate by rounds, turned for those behind the line, which keeps columns balanced where as
    # many even as odd places lie before it. Odd sizes: the chequered square, balanced along rows and columns.
    line = 2 * ((size + 2) // 4)
    rounds: list[tuple[tuple[int, int], ...]] = []
    for number in range(size):
        pairs = []
        for one in range(size):
            other = (one + number) % size
            white = (one + other if size % 2 else number + (one >= line)) % 2 == 0
            pairs.append((one + 1, size + other + 1) if white else (size + other + 1, one + 1))
        rounds.append(tuple(pairs))
    return tuple(rounds)
