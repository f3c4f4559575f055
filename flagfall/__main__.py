"""`python -m flagfall` is `flagfall`."""

from flagfall.cli import main

main()
