"""What a table is: its state, deciding, seating, links, clock."""
