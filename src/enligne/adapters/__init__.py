"""Enligne in other projects, and those in Enligne: a module for each, imported by its name.

``pettingzoo`` and ``gymnasium`` are environments, ``openspiel`` has the games of OpenSpiel and
``openspiel_bots`` its bots as players, ``connectx`` plays in Kaggle's ConnectX, ``ugi`` answers
managers of the Universal Game Interface, and ``ugi_player`` is an engine of others that speaks it.
The first three need the extra ``adapters``.
"""
