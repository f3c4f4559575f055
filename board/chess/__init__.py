"""What recognition knows of chess: what may be under way, and moves against the rules."""
