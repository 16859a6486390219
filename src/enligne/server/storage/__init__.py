"""What the server keeps."""

from enligne.server.storage.rooms import Document, Storage, Stored

__all__ = ["Document", "Storage", "Stored"]
