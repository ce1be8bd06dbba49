"""The server under load: clients that really play, over sockets of this machine."""
