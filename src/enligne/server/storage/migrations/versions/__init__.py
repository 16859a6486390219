"""One file a revision, which is never changed again once a release has it."""
