"""What every request passes through: visitor, limits, safety, metrics."""
