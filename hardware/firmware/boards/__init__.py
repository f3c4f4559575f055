"""Boards and clocks to build: a module each, with its pins at the top and ``main`` to be started at power-up."""
