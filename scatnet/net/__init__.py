"""Peers on one network: identity, TLS channel, mesh, discovery and the node that runs a table among them.

Everything that touches a socket lives here, on trio. What a table *is* lives below (`scatnet.table`); the
node only carries out what the sans-IO peer of that package asks for.
"""
