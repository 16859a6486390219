"""What the server keeps."""

from enligne.server.storage.rooms import Storage, Stored

__all__ = ["Storage", "Stored"]
