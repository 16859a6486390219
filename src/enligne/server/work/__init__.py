"""What takes time: one gate that everything passes, and the processes behind it."""

# Until its callers pass the gate.
from enligne.server.work.threads import Job, KeptPlayers, PageTasks, Tasks, Workers

__all__ = ["Job", "KeptPlayers", "PageTasks", "Tasks", "Workers"]
