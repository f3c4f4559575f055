"""Recognition of renju: stones that are placed and stay, passes, openings. Nothing moves, so nothing else is shared."""
