"""Everything a person sees and types: the full-screen application, and plain lines that can do the same.

Views come in as frozen values and choices go out as values; no rule of the game is decided here.
"""
