"""The Flagfall line: the protocol of home-made boards and clocks (docs/reference/flagfall-line.md)."""
