"""The server while its processes are killed and its database goes away."""
