"""The second auditor, `scripts/check_log.py`: what it says of logs, and that the first one says the same.

`scripts/` is no package; it goes to the end of the search path here, for all modules of these tests.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "scripts"))
