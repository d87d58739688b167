"""What a device keeps: the whole site for use without a network, and its settings."""
