"""Work besides the requests: bots at tables, thinking processes, leases, periodic jobs, reviews, workers."""
