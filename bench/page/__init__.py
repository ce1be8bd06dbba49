"""What a table costs a browser: bytes, requests, paints, shifts, reactions; beside the budgets."""
