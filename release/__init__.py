"""What makes the package for others, and tries it as they would."""
