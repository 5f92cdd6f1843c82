"""The scripts that start the program: what they start is left alone with its terminal and its signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("Ctrl-C is no signal to a process group on Windows.", allow_module_level=True)

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
STARTING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore Ctrl-C
sys.path.insert(0, sys.argv[1])
import environment
sys.exit(environment.{way}(sys.argv[2:]))
"""
LEAVING = """
import sys, time
try:
    print("ready", flush=True)
    time.sleep(60)
except KeyboardInterrupt:
    time.sleep(0.6)
    print("left in good order", flush=True)
    sys.exit(7)
"""
"""A program that takes longer to leave than subprocess.run grants after Ctrl-C."""


@pytest.mark.parametrize("way", ["run", "become"])
def test_ctrl_c_leaves_the_program_the_time_to_leave(way: str) -> None:
    command = [sys.executable, "-c", STARTING.format(way=way), str(SCRIPTS), sys.executable, "-c", LEAVING]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        os.killpg(process.pid, signal.SIGINT)
        assert process.stdout.readline() == "left in good order\n"
        assert process.wait(30) == 7
