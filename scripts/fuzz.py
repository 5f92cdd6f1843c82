"""Search every decoder and handler for an input that it was not made for, guided by what each input reaches.

The targets are those of `tests/fuzzing`, which the suite tries briefly; here libFuzzer changes real encodings for as
long as it is let, and keeps what reaches new code:

    python scripts/fuzz.py --seconds 60                 all targets, a minute each
    python scripts/fuzz.py --seconds 600 --only audit   one of them
    python scripts/fuzz.py --replay fuzzed/audit/crash-...   one input again, with its traceback

What was found to reach more stays in `fuzzed/` (git leaves it alone) and is begun from the next time; with --fresh and
the same --seed, a run is the same search. Exit status 1 where an input made a target fail: it is saved, and the line
that replays it is printed. Needs the environment of the tests (`scripts/test.py` makes it); Atheris, which brings
libFuzzer, is installed beside the corpora at the first run. It has wheels for Linux, and for the Pythons it knows.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
from contextlib import redirect_stderr
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from tests.fuzzing.target import Target

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

FOUND = ROOT / "fuzzed"
LIBRARY = FOUND / "library"
ATHERIS = "atheris==3.0.0"
FAILED = 77  # the exit status of a child whose target failed
LONGEST = 64 * 1024  # bytes of an input; the longest real encoding is a log of some records


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a target's search came to; `edges` and `features` are what all its inputs together reach."""

    name: str
    runs: int
    edges: int
    features: int
    kept: int
    crash: Path | None = None
    trouble: str = ""


def main() -> int:
    """Search as asked; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--seconds", type=int, default=30, help="for each target, default: %(default)s")
    parser.add_argument("--runs", type=int, default=-1, help="inputs for each target at most, default: no bound")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--only", action="append", default=[], metavar="TARGET", help="this target; may be repeated")
    parser.add_argument("--fresh", action="store_true", help="begin from real encodings alone")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="give a target one input that was saved")
    options = parser.parse_args()
    if options.replay is not None:
        return replay(options.replay)
    if not install_atheris():
        return 1
    print("Loading the program with every branch instrumented ...", file=sys.stderr, flush=True)
    targets = {target.name: target for target in load_instrumented()}
    unknown = [name for name in options.only if name not in targets]
    if unknown:
        parser.error(f"there is no target {unknown[0]}; there are {', '.join(targets)}")
    rows = []
    print(f"{'target':<24}{'runs':>10}{'edges':>8}{'features':>10}{'kept':>7}  crashes", flush=True)
    for name in options.only or targets:
        row = search(targets[name], options)
        rows.append(row)
        crashes = "none" if row.crash is None and not row.trouble else row.trouble or "1"
        print(f"{name:<24}{row.runs:>10}{row.edges:>8}{row.features:>10}{row.kept:>7}  {crashes}", flush=True)
        if row.crash is not None:
            print(f"    python scripts/fuzz.py --replay {row.crash.relative_to(ROOT)}", flush=True)
    failed = sum(row.crash is not None or bool(row.trouble) for row in rows)
    print(f"{sum(row.runs for row in rows)} inputs, {failed} of {len(rows)} targets failed.")
    return int(failed > 0)


def install_atheris() -> bool:
    """Have Atheris where `search_inside` looks for it; False, with a sentence, where it cannot be had."""
    if (LIBRARY / "atheris").is_dir():
        return True
    FOUND.mkdir(exist_ok=True)
    (FOUND / ".gitignore").write_text("*\n", encoding="utf-8")
    print(f"Installing {ATHERIS} in {LIBRARY.relative_to(ROOT)} (once) ...", file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(LIBRARY), ATHERIS]
    if subprocess.run(command, check=False).returncode:
        shutil.rmtree(LIBRARY, ignore_errors=True)
        print("Atheris cannot be installed here; it has wheels for Linux.", file=sys.stderr)
        return False
    return True


def search(target: Target, options: argparse.Namespace) -> Row:
    """Search one target in a child of this process, which has the program loaded and instrumented already."""
    folder = FOUND / target.name
    if options.fresh:
        shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(folder / "homes", ignore_errors=True)
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    before = saved_in(folder)
    log = folder / "log.txt"
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        search_in_child(target, corpus, log, options)
    _pid, ended = os.waitpid(child, 0)
    status = os.waitstatus_to_exitcode(ended)
    said = log.read_text(encoding="utf-8", errors="replace")
    crashes = sorted(saved_in(folder) - before)
    return Row(
        name=target.name,
        runs=last_number(r"stat::number_of_executed_units:\s*(\d+)", said) or last_number(r"#(\d+)\s", said),
        edges=last_number(r"cov: (\d+)", said),
        features=last_number(r"ft: (\d+)", said),
        kept=len(list(corpus.iterdir())),
        crash=crashes[0] if crashes else None,
        trouble=f"exit status {status}" if status and not crashes else "",
    )


def saved_in(folder: Path) -> set[Path]:
    """Inputs that failed, never ended or took all memory; a `slow-unit` is only slow where others use the machine."""
    return {path for kind in ("crash", "timeout", "oom") for path in folder.glob(f"{kind}-*")}


def search_in_child(target: Target, corpus: Path, log: Path, options: argparse.Namespace) -> NoReturn:
    """Search until the time or the inputs are used up, or an input fails; ends the process."""
    import atheris

    with log.open("wb") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    homes = corpus.parent / "homes"
    homes.mkdir(exist_ok=True)
    tempfile.tempdir = str(homes)  # libFuzzer ends the process without any tidying up

    def check(data: bytes) -> None:
        try:
            target.check(data)
        except BaseException:
            (corpus.parent / f"crash-{hashlib.sha256(data).hexdigest()[:16]}").write_bytes(data)
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(FAILED)

    status = FAILED
    try:
        for number, seed in enumerate(target.seeds()):
            (corpus / f"real{number}").write_bytes(seed)
            check(seed)  # what is made once is made before the time of an input counts
        arguments = [
            *(sys.argv[0], str(corpus), f"-artifact_prefix={corpus.parent}{os.sep}"),
            *(f"-max_total_time={options.seconds}", f"-runs={options.runs}", f"-seed={options.seed}"),
            *(f"-max_len={LONGEST}", "-timeout=60", "-rss_limit_mb=3000", "-print_final_stats=1"),
        ]
        atheris.Setup(arguments, check)
        atheris.Fuzz()
        status = 0
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(status)


def last_number(pattern: str, text: str) -> int:
    """The last number that the pattern finds; 0 where it finds none."""
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def load_instrumented() -> tuple[Target, ...]:
    """All targets, the program loaded so that it tells libFuzzer what it reaches."""
    sys.path.append(str(LIBRARY))
    import atheris

    with (
        redirect_stderr(io.StringIO()),  # a line for each module
        atheris.instrument_imports(include=["scatnet", "checker"], enable_loader_override=False),
    ):
        from tests.fuzzing import TARGETS
    return TARGETS


def replay(path: Path) -> int:
    """Give the target that a saved input belongs to that input once more; its traceback is printed as it is."""
    from tests.fuzzing import TARGETS

    name = path.resolve().parent.name
    target = next((target for target in TARGETS if target.name == name), None)
    if target is None:
        print(f"{path} does not lie in the folder of a target.", file=sys.stderr)
        return 2
    target.check(path.read_bytes())
    print(f"{name} takes this input now.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
