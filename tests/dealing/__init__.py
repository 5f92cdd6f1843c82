"""Tests of the dealing: every proof, every check that refuses one, and whole deals."""
