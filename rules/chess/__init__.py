"""Chess behind the same doors as the other disciplines; moves and positions come from the ``chess`` package."""
