"""What a table is and what can be done to it: state, new tables, seats, links, decisions, clocks."""
