"""Flagfall's front door: the command line, the demo and its hall of processes, the doctor, the benches."""

__version__ = "0.1.0"
