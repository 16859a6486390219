"""What takes time: one gate that everything passes, and the processes behind it."""

from enligne.server.work.fair_queue import Asker, Share
from enligne.server.work.gate import Gate, Job, search_processes
from enligne.server.work.loop_tasks import PageTasks, Tasks
from enligne.server.work.process import SearchFailedError, Task

__all__ = [
    "Asker",
    "Gate",
    "Job",
    "PageTasks",
    "SearchFailedError",
    "Share",
    "Task",
    "Tasks",
    "search_processes",
]
