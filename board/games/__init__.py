"""One module per family of games, each with an object ``STRATEGY`` (`board.strategy`)."""
