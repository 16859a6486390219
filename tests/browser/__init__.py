"""A package, as no other folder is: Chromium lives as long as these tests, and no longer."""
