"""Everything that takes bytes or text from outside, as targets: fuzzed a little in the suite, at length by a script.

`scripts/` is no package; the second auditor is found at the end of the search path, as for its own tests.
"""

from tests import checker
from tests.fuzzing import files, network, records, typed
from tests.fuzzing.target import Target

__all__ = ["TARGETS", "checker"]

TARGETS: tuple[Target, ...] = (*records.TARGETS, *network.TARGETS, *files.TARGETS, *typed.TARGETS)
