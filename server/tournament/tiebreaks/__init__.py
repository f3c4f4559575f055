"""The tie-breaks, one file each; every module here exposes ``TIEBREAK``."""
