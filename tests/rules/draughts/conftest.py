"""What is compared with another program is collected only where that program is installed."""

import importlib.util

collect_ignore = [] if importlib.util.find_spec("draughts") else ["test_peer.py"]
