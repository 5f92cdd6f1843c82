"""A second auditor of Scat logs, written from `protocol.md` alone.

It shares no code with the program it checks: where the two disagree, one of them or the page is wrong. Every module has
one chapter of the page as its subject and says which. Plain clarity goes before speed.
"""
