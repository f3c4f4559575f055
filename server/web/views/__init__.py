"""What each page shows, as plain values: pure functions from games' states and the tournament's lists."""
