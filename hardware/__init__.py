"""Sensor boards and electronic clocks: lines, device protocols, and virtual devices that speak the same bytes.

A device kind is one module in `hardware.devices`. Its driver is a `hardware.events.Session`, pure of lines and clocks;
`hardware.link.Link` holds a session on a `hardware.transport.Transport` and opens the line again when it was lost.
"""
