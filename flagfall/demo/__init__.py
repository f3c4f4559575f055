"""A whole small event without a hand: virtual boards and clocks, people who play recorded games on them, an arbiter.

The demo is a supervisor. It starts `flagfall serve` and `flagfall table` as processes, starts them again when they die,
and speaks only device bytes, MQTT and HTTP to them.
"""
