"""A board and a clock on a touch screen, as a device like any other: its line, its driver and what stands on it."""
