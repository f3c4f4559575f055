"""Boards that speak the Chess Peripheral Protocol, a line of text for each message; here as an adapter."""
