"""Firmware of home-made boards and clocks, in the common part of MicroPython and CPython.

It speaks the Flagfall line (docs/reference/flagfall-line.md) and is written from that specification alone: it shares no
encoder with the codec that reads it. `hardware.firmware.hal` says what a board must offer; everything that knows pins
is in `hardware.firmware.boards`. How to build one: docs/how-to/build-a-board.md.
"""
