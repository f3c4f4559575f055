"""What recognition knows of draughts: captures half made, irregularities, what stands beside a legal move."""
