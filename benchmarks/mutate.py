"""Put small mistakes into the code and count how many of them the tests notice.

    python benchmarks/mutate.py --sample 400 [--seed S] [--only runs/ledger] [--minutes M] [--again] [--unchanged]

The tests of each room are collected once, and run once to see which functions each of them calls. For each mutant
a forked process puts the changed function or constant in the place of the old one, and runs the tests of the
room that call it until one fails: first those that noticed other mutants of the file, then the quickest. What the
functions of the file have remembered is forgotten before, and then those follow that call others of its functions.
Mutants that nobody could see are in mutants_equivalent.txt with a reason, and are not counted. Other processes that a
test starts do not see mutants.

What became of each mutant is saved, so that a run goes on where an earlier one stopped (--minutes, Ctrl-C), and
--again tries only those that lived, after tests were written for them. A change elsewhere leaves the sample as it is.
With --unchanged the same is done with the code as it is, to see that no test fails for another reason.
"""

import argparse
import gc
import hashlib
import json
import os
import select
import signal
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import _lru_cache_wrapper
from itertools import islice
from pathlib import Path
from time import monotonic
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from mutants import Mutant, compiles, mutants

from quandary.parts.atomic import write_atomically

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "quandary"
ROOMS: dict[str, tuple[str, ...]] = {
    "limits.py": ("budget", "measures"),
    "publishing/check.py": ("check", "verdict", "unintended"),
    "publishing/intended.py": ("unintended", "check"),
    "publishing/booklet/*.py": ("booklet",),
    "publishing/curriculum/*.py": ("curriculum", "order"),
    "publishing/demo/*.py": ("demo", "command_line"),
    "publishing/ordering/*.py": ("order",),
    "publishing/physical/*.py": ("pieces",),
    "publishing/rulebook.py": ("discover",),
    "publishing/steps.py": ("vary_steps", "nothing_is_lost"),
    "publishing/survey.py": ("exhaust", "nothing_is_lost"),
    "publishing/*.py": (
        "curriculum",
        "order",
        "booklet",
        "check",
        "vary_steps",
        "exhaust",
        "web/play_command",
    ),
    "models/statistics.py": ("statistics", "intervals", "models"),
    "web/play/*.py": ("web/pages", "web/gate", "web/play_command"),
    "web/project/*.py": ("web/gate", "web/pages", "web/study", "web/play_command"),
    "web/study/analysis/*.py": ("web/analysis", "intervals"),
    "web/studio/*.py": ("web/studio",),
    "web/study/*.py": (
        "web/care",
        "web/desk",
        "web/laboratory",
        "web/study",
        "web/study_settings",
        "web/participant",
        "web/pages",
        "web/analysis",
    ),
    "web/*.py": ("web/pages", "web/gate"),
    "runs/ledger.py": ("ledger",),
    "runs/output.py": ("ledger",),
    "runs/plan.py": ("ledger",),
    "runs/store.py": ("ledger", "nothing_is_lost"),
    "runs/chunks.py": ("exhaust", "exhaust_values"),
    "runs/cluster.py": ("cluster",),
    "runs/tables.py": ("shown_text", "nothing_is_lost"),
    "runs/rows.py": ("shown_text", "command_rate"),
    "runs/notices.py": ("shown_text",),
    "runs/progress.py": ("progress",),
    "runs/processes.py": ("batch",),
    "runs/batch.py": ("batch",),
    "runs/rating.py": ("python_functions", "batch", "nothing_is_lost"),
    "runs/*.py": ("nothing_is_lost", "batch"),
    "library/files.py": ("files", "shown_text", "convert", "nothing_is_lost"),
    "library/formats.py": ("files", "shown_text", "convert"),
    "library/lines.py": ("files",),
    "library/records.py": ("files",),
    "library/registry.py": ("registry",),
    "library/new_kind.py": ("new_kind",),
    "measuring/many.py": ("many", "budget"),
    "measuring/norms.py": ("norms",),
    "measuring/table.py": ("measures", "features", "budget", "luck", "python_functions"),
    "measuring/tempting.py": ("people",),
    "measuring/*.py": ("measures", "features", "budget", "luck"),
    "solving/deduce.py": ("deduce",),
    "solving/chance.py": ("deduce",),
    "solving/often.py": ("deduce",),
    "solving/expert.py": ("deduce",),
    "solving/follow.py": ("moves", "show", "vary"),
    "solving/onward.py": ("hint",),
    "solving/*.py": ("measures", "budget", "engine", "search", "luck", "deduce"),
    "kinds/[a-z]*/rules.py": (),
    "kinds/[a-z]*/[a-z]*/rules.py": (),
}
"""The files to change, the first pattern that fits, and the test files besides the file itself or those of a kind."""
MAP = ROOT / "build" / "mutate" / "calls.json"
FATES = MAP.with_name("fates.json")
SAVED = 20
"""The map is saved after so many tests, so that a run that was stopped goes on from there."""
ELSEWHERE = (
    "20_kills",
    "a_disk",
    "by_workers",
    "ctrl_c",
    "full_disk",
    "hide_the_other_kinds",
    "in_the_middle_of_a_long_call",
    "kill_9",
    "lost_worker",
    "not_yet_begun",
    "plug_in_project",
    "processes_do_not_matter",
    "several_processes",
    "worker_with_another_version",
)
"""Words in the names of tests of what happens in other processes, which do not see mutants."""
EQUIVALENT = Path(__file__).with_name("mutants_equivalent.txt")
SLOW = 6.0
"""Seconds of processor time above which a test is left out."""
PATIENCE = 12.0
"""Seconds of processor time for the tests of one mutant."""
HANGS = 120
"""Seconds after which a mutant hangs that waits for something. One that computes for ever is ended sooner."""


def by_name(only: Sequence[str] = ()) -> dict[str, Mutant]:
    """Return the mutants of all rooms, by names that stay when other lines change."""
    files = sorted({path for room in ROOMS for path in SOURCE.glob(room)})
    files = [path for path in files if "__init__" not in path.name and "migrations" not in path.parts]
    files = [path for path in files if not only or any(part in str(path) for part in only)]
    every, seen = dict[str, Mutant](), Counter[str]()
    for path in files:
        for each in mutants(path.relative_to(ROOT), path.read_bytes()):
            seen[unplaced(each)] += 1
            every[f"{unplaced(each)} ({seen[unplaced(each)]})"] = each
    return every


def chosen(sample: int, seed: int, only: Sequence[str]) -> dict[str, Mutant]:
    """Return a random sample of the mutants of all rooms, by name."""
    every = by_name(only)
    order = sorted(every, key=lambda name: hashlib.sha256(f"{seed} {name}".encode()).digest())
    good = (name for name in order if compiles(every[name], (ROOT / every[name].path).read_bytes()))
    taken = {name: every[name] for name in islice(good, sample)}
    print(f"{len(taken):,} of {len(every):,} mutants", flush=True)
    return taken


def tests_of(path: Path) -> tuple[str, ...]:
    """Return the files with the tests of a file."""
    names = next(names for pattern, names in ROOMS.items() if (ROOT / path).match(f"quandary/{pattern}"))
    if "kinds" in path.parts:
        beside = sorted((ROOT / path.parent).glob("test_*.py"))
        return (str(path), *(str(each.relative_to(ROOT)) for each in beside))
    places = (Path("tests", name) for name in names)
    return (str(path), *(str(each.with_name(f"test_{each.name}.py")) for each in places))


def place_of(code: CodeType) -> str:
    """Return the file and the outermost function that some code belongs to."""
    path = Path(code.co_filename).relative_to(ROOT)
    return f"{path}:{code.co_qualname.partition('.<locals>')[0]}"


def seconds() -> float:
    """Return the processor time of this process and its children so far."""
    return sum(os.times()[:4])


def mapped(items: list[Any], until: float) -> dict[str, tuple[list[str], float]]:
    """Return the functions and files that each quick test calls, and its seconds, found out by children.

    Tests that fail or call nothing of ours are watched again in the next run.
    """
    MAP.parent.mkdir(parents=True, exist_ok=True)
    known: dict[str, tuple[list[str], float]] = json.loads(MAP.read_text()) if MAP.exists() else {}
    missing = new = [item for item in items if item.nodeid not in known]
    failing = dict[str, tuple[list[str], float]]()
    while missing and monotonic() < until:
        told, ended = _watched_in_child(missing[:SAVED], until)
        known |= {test: seen for test, seen in told.items() if seen[0]}
        failing |= {test: seen for test, seen in told.items() if not seen[0]}
        missing = [item for item in missing if item.nodeid not in known.keys() | failing.keys()]
        if not ended:  # the test that it was at takes too long
            known[missing.pop(0).nodeid] = [], SLOW
        write_atomically(MAP, json.dumps(known).encode())
    print(
        f"{len(items):,} tests, {len(new):,} of them new, {len(missing):,} left, {seconds():.0f} s",
        flush=True,
    )
    return {test: (names, took) for test, (names, took) in known.items() if took < SLOW}


def _watched_in_child(items: list[Any], until: float) -> tuple[dict[str, tuple[list[str], float]], bool]:
    """Return what a child found out about some tests, and whether it came to its end."""
    reader, writer = os.pipe()
    sys.stdout.flush()
    if (child := os.fork()) == 0:
        try:
            os.setpgid(0, 0)
            for item in items:
                signal.setitimer(signal.ITIMER_PROF, 2 * SLOW)  # being watched takes time, too
                names, took = _watched(item)
                signal.setitimer(signal.ITIMER_PROF, 0)
                os.write(writer, f"{json.dumps([item.nodeid, names, took])}\n".encode())
                if monotonic() > until:
                    break
        finally:
            os._exit(0)
    os.close(writer)
    told = {test: (names, took) for test, names, took in _listen(reader, child)}
    _, status = os.waitpid(child, 0)
    return told, not os.WIFSIGNALED(status)


def _watched(item: Any) -> tuple[list[str], float]:
    codes, begin = set[CodeType](), seconds()

    def watch(frame: FrameType, event: str, _: Any) -> None:
        codes.add(frame.f_code)

    threading.settrace(watch)
    sys.settrace(watch)
    good = passes(item)
    sys.settrace(None)
    here = [code for code in codes if code.co_filename.startswith(str(SOURCE))]
    names = {place_of(code) for code in here} | {place_of(code).partition(":")[0] for code in here}
    return sorted(names) if good else [], seconds() - begin


def passes(item: Any) -> bool:
    """Run one test and return whether it passes."""
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


class Bench:
    """The collected tests, what is known of them, and the functions that can be exchanged."""

    def __init__(self, items: list[Any], until: float) -> None:
        self._items = [item for item in items if not any(word in item.name for word in ELSEWHERE)]
        told = mapped(self._items, until)
        self._calls = {test: set(names) for test, (names, _) in told.items()}
        self._took = {test: took for test, (_, took) in told.items()}
        self._noticed = Counter[tuple[Path, str]]()
        self._functions = defaultdict[str, list[FunctionType]](list)
        self._remembered = defaultdict[str, list[Any]](list)
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(str(SOURCE)):
                self._functions[place_of(each.__code__)].append(each)
            if isinstance(each, _lru_cache_wrapper) and isinstance(each.__wrapped__, FunctionType):
                self._remembered[each.__wrapped__.__code__.co_filename].append(each)

    def tests(self, mutant: Mutant) -> list[Any]:
        """Return the tests of a mutant's room that call its function, the most promising first.

        A constant may be used elsewhere, so all tests of the room are for it. What a function of the file
        remembered may come from this one, so then those that call others of the file are for it, too.
        """
        files, place = tests_of(mutant.path), f"{mutant.path}:{mutant.function}"
        found = [item for item in self._items if item.nodeid in self._calls and item.nodeid.startswith(files)]
        if mutant.function:
            near = str(mutant.path) if self._remembered[str(ROOT / mutant.path)] else place
            found = [item for item in found if near in self._calls[item.nodeid]]

        def promise(item: Any) -> tuple[bool, int, float]:
            calls = place in self._calls[item.nodeid]
            return not calls, -self._noticed[mutant.path, item.nodeid], self._took[item.nodeid]

        return sorted(found, key=promise)

    def exchange(self, mutant: Mutant) -> bool:
        """Put what is changed in the place of the old, and return whether that was possible."""
        path = ROOT / mutant.path
        changed = compile(mutant.source(path.read_bytes()), str(path), "exec")
        for each in self._remembered[str(path)]:
            each.cache_clear()
        return (
            self._exchange_function(mutant, changed)
            if mutant.function
            else self._exchange_constants(mutant, changed)
        )

    def _exchange_function(self, mutant: Mutant, changed: CodeType) -> bool:
        name = f"{mutant.path}:{mutant.function}"
        found = {place_of(code): code for code in _codes(changed)}
        here = [each for each in self._functions[name] if each.__code__.co_qualname == mutant.function]
        for function in here:
            if name not in found or function.__code__.co_freevars != found[name].co_freevars:
                return False
            function.__code__ = found[name]
        return bool(here)

    def _namespaces(self) -> list[dict[str, Any]]:
        """Return the names of every module. Doctests may have imported one a second time, which has functions, too."""
        modules = [vars(each) for name, each in sys.modules.items() if name.startswith("quandary")]
        functions = (each for same in self._functions.values() for each in same)
        return list(
            {id(each): each for each in [*modules, *(each.__globals__ for each in functions)]}.values()
        )

    def _exchange_constants(self, mutant: Mutant, changed: CodeType) -> bool:
        """Put changed constants of a module into it and into those that have imported them."""
        path, rooms = str(ROOT / mutant.path), self._namespaces()
        copies = [room for room in rooms if room.get("__file__") == path]
        if not copies:
            return False
        fresh = {"__name__": copies[0]["__name__"], "__file__": path, "__builtins__": __builtins__}
        try:
            exec(changed, fresh)  # noqa: S102 - our own file
        except Exception:
            os._exit(1)  # whoever imports it notices
        plain = (int, float, str, bytes, tuple, frozenset, dict, list, set)
        names = [
            each for each, value in fresh.items() if isinstance(value, plain) and not each.startswith("__")
        ]
        differing = [each for each in names if repr(fresh[each]) != repr(copies[0].get(each))]
        for each in differing:
            olds = [copy[each] for copy in copies]
            for room in rooms:
                if any(room.get(each) is old for old in olds):
                    room[each] = fresh[each]
        return bool(differing)

    def try_out(self, mutant: Mutant) -> str:
        """Return what becomes of a mutant: "killed", "hangs", "lives", or "left out" if it cannot be tried."""
        reader, writer = os.pipe()
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            self._try_in_child(mutant, writer)
        os.close(writer)
        told = _listen(reader, child)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            return "hangs" if os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGKILL) else "killed"
        if told and not told[-1][2]:
            self._noticed[mutant.path, told[-1][0]] += 1
            return "killed"
        return {0: "lives", 3: "left out"}.get(os.WEXITSTATUS(status), "killed")

    def _try_in_child(self, mutant: Mutant, writer: int) -> None:
        code = 1
        try:
            os.setpgid(0, 0)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            if not self.exchange(mutant):
                os._exit(3)
            begin = seconds()
            for item in self.tests(mutant):
                before = seconds()
                signal.setitimer(
                    signal.ITIMER_PROF, max(2.0, 8 * self._took[item.nodeid])
                )  # then SIGPROF ends it
                good = passes(item)
                os.write(writer, f"{json.dumps([item.nodeid, seconds() - before, good])}\n".encode())
                if not good or seconds() - begin > PATIENCE:
                    break
            code = 0
        finally:
            os._exit(code)


def _listen(reader: int, child: int) -> list[tuple[str, Any, Any]]:
    """Return what a child tells of its tests, and end it if it tells nothing for minutes."""
    text, end = b"", monotonic() + HANGS
    while select.select([reader], [], [], max(0, end - monotonic()))[0]:
        if not (more := os.read(reader, 1 << 16)):
            break
        text, end = text + more, monotonic() + HANGS
    else:
        os.killpg(child, signal.SIGKILL)
    os.close(reader)
    return [json.loads(line) for line in text.decode().splitlines()]


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of the functions of a module and its classes, not what is inside of functions."""
    for each in code.co_consts:
        if isinstance(each, CodeType) and each.co_name[0] != "<":
            yield each
            if not each.co_flags & 0x1:  # the body of a class is not optimised
                yield from _codes(each)


def equivalent() -> set[str]:
    """Return the names of the mutants that nobody could see."""
    lines = EQUIVALENT.read_text("utf-8").splitlines() if EQUIVALENT.exists() else []
    return {line.partition("  #")[0].rstrip() for line in lines if line and not line.startswith("#")}


def unplaced(mutant: Mutant) -> str:
    """Return a mutant as it is printed, without the line number, which changes too often."""
    return str(mutant).replace(f":{mutant.line}:", ":", 1)


class Loop:
    """A pytest plug-in that collects the tests and then tries mutants with them, until a moment."""

    def __init__(self, sample: dict[str, Mutant], until: float, again: bool, kept: Path) -> None:
        self.sample, self.until, self.kept = sample, until, kept
        self.fates: dict[str, str] = json.loads(kept.read_text()) if kept.exists() else {}
        self.todo = [
            name
            for name in sample
            if name not in self.fates or (again and self.fates[name] in ("lives", "equivalent"))
        ]

    def pytest_runtestloop(self, session: Any) -> bool:
        """Try the sample, and print who survived and the share that was killed."""
        harmless, bench = equivalent(), Bench(session.items, self.until)
        for number, name in enumerate(self.todo, start=1):
            if monotonic() > self.until:
                break
            mutant = self.sample[name]
            self.fates[name] = "equivalent" if name in harmless else bench.try_out(mutant)
            write_atomically(self.kept, json.dumps(self.fates).encode())
            if self.fates[name] == "lives":
                print(f"lives {mutant} {name[name.rindex('(') :]}", flush=True)
            if number % 10 == 0:
                print(
                    f"  {number} of {len(self.todo)}: {dict(self.counted())}, {seconds():.0f} s", flush=True
                )
        self.report()
        return True

    def counted(self) -> Counter[str]:
        """Return how many of the sample came to each end so far."""
        return Counter(self.fates[name] for name in self.sample if name in self.fates)

    def report(self) -> None:
        """Print the share that was killed."""
        fates = self.counted()
        caught, counted = (
            fates["killed"] + fates["hangs"],
            fates.total() - fates["equivalent"] - fates["left out"],
        )
        print(
            f"{caught} of {counted} killed, {100 * caught / max(1, counted):.1f} %; {dict(fates)}", flush=True
        )


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sample", type=int, default=400, help="try N mutants")
    parser.add_argument("--seed", type=int, default=1, help="choose them from this seed")
    parser.add_argument(
        "--only", action="append", default=[], help="only files with this in their path, such as runs/ledger"
    )
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--again", action="store_true", help="try those that lived once more")
    parser.add_argument(
        "--unchanged", action="store_true", help="put the code back as it was: no test may notice anything"
    )
    options = parser.parse_args()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))  # where the processes that tests start find functions of the tests
    sample, kept = chosen(options.sample, options.seed, options.only), FATES
    if options.unchanged:
        sample = {name: each._replace(after=each.before) for name, each in sample.items() if each.function}
        kept = FATES.with_name("unchanged.json")
    loop = Loop(sample, monotonic() + 60 * options.minutes, options.again, kept)
    if not loop.todo:
        loop.report()
        return 0
    files = {file for name in loop.todo for file in tests_of(sample[name].path)}
    return int(pytest.main(["-q", "-s", "-p", "no:cacheprovider", *sorted(files)], plugins=[loop]))


if __name__ == "__main__":
    sys.exit(main())
