"""DGT boards: the codec, and the driver that speaks it. Written from the facts of the protocol; no text is copied."""
