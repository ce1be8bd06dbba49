"""What a person meets: the pages in a real Chromium, against a real server."""
