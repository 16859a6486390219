"""A package, unlike the other folders, so that Chromium lives as long as its tests and no longer."""
