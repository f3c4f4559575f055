"""The pairing systems, one file each; every module here exposes ``SYSTEM``."""

FOLDER = __name__
