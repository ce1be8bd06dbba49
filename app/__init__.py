"""The server: routes, sessions, storage and languages. It knows no rule of a game."""
