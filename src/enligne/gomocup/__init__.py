"""Protocols: Gomocup, both ways. Our engines for its managers, and its engines for our games."""
