"""What is measured: one module per section."""
