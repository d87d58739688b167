"""Groups: people who play again, their members, seasons and standings."""
