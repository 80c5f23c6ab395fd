"""What runs beside the requests: bots, thinking processes, leases, periodic jobs, reviews."""
