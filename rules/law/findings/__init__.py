"""The kinds of findings, one module for each part of the rules. A module here exposes ``KINDS``; there is no list."""
