"""One file per opening regulation, each exposing ``REGULATION``; found by a scan of this folder.

`rules.renju.tables` looks them up by name. The parts that several share are in `rules.renju.tables` too.
"""
