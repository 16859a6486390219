"""The server: rooms in which people and players meet, over Starlette and Socket.IO."""
