"""What the server keeps."""

from enligne.server.storage.database import OUTAGES
from enligne.server.storage.database_file import LostError
from enligne.server.storage.rooms import Storage, Stored
from enligne.server.storage.tables import Document
from enligne.server.storage.visitors import Changes

__all__ = ["OUTAGES", "Changes", "Document", "LostError", "Storage", "Stored"]
