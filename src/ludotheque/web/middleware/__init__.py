"""What every request passes through: limits, safety, metrics; and the visitor and form of a request."""
