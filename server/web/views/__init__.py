"""What each page shows, as plain values: pure functions from a game's state and the tournament's lists to view structs."""
