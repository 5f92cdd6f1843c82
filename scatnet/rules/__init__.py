"""Scat itself: cards, scores, rule sets, the round and the game as values and pure functions.

Nothing here touches a socket, a file, a clock or a screen, and nothing here is random: what chance decides
(the order of the stock) is either hidden behind public actions (`round`) or data in the state (`open_round`).
"""
