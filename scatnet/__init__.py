"""Scat among peers: the card game 31 on a home network, without a server or a trusted dealer."""
