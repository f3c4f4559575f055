"""One file per discipline, each exposing ``DISCIPLINE``; `rules.known` finds them by a scan of this folder."""
