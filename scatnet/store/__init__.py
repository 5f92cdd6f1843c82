"""What is kept on disk: the log file, the secret file, identity, settings, and where they lie.

Everything that can go wrong with a file is one `StoreError` with one sentence. Bytes from a file are trusted
no more than bytes from the network: whoever reads records decodes them through `scatnet.log`.
"""

from __future__ import annotations
