"""The health check of the container: `python -m app.alive` succeeds if the server answers."""

import http.client
import os
import sys


def main() -> int:
    """Ask the server of this machine; return the exit code."""
    port = int(os.environ.get("CARDAVIA_PORT", "8000"))
    host = os.environ.get("CARDAVIA_HOST", "")
    asked = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    connection = http.client.HTTPConnection(asked, port, timeout=4)
    try:
        connection.request("GET", "/healthz")
        return 0 if connection.getresponse().status == http.client.OK else 1
    except OSError:
        return 1
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())
