"""The tie-breaks, one file each; every module here exposes ``TIEBREAK``."""

FOLDER = __name__
