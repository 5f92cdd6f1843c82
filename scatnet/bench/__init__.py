"""Measuring what the program promises: peers as processes, their times and their memory.

Only what has to be run to be measured lives here; `scatnet bench` puts every figure beside its bound.
"""
