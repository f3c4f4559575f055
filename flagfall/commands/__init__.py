"""The commands, by the room they open. Each module has ``register(app)``."""
