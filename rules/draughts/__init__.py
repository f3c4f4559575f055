"""All draughts: one walker, one position, and the disciplines as data (`rules.variants`)."""
