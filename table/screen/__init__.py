"""The table's touch screen: what players see and press, and a whole board and clock for a table without hardware."""
