"""Simulated people through the real pages, and a check that no acknowledged answer is lost or doubled."""

import json
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from quandary.errors import QuandaryError
from quandary.models.walks.fitted import FittedMoves
from quandary.web.study.bot_report import Report
from quandary.web.study.folder import Study
from quandary.web.study.simulate import Given, Person, difficulties, respond

PATIENCE = 600.0
"""The longest time in seconds that a bot waits for a server that does not answer."""
SETTLE = 1.0
"""Seconds between two kills, at least."""


class Client:
    """A plain HTTP client with cookies: what a script of anybody's could be."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.connection: HTTPConnection | None = None

    def ask(self, method: str, path: str, body: str = "", kind: str = "") -> tuple[int, Any]:
        """Send a request and return the status and the JSON of the answer, or its text."""
        headers = {
            "Accept": "application/json",
            "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()),
        }
        if "csrftoken" in self.cookies:
            headers["X-CSRFToken"] = self.cookies["csrftoken"]
        if kind:
            headers["Content-Type"] = kind
        if self.connection is None:
            self.connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            self.connection.request(method, path, body.encode() or None, headers)
            response = self.connection.getresponse()
            told = response.read().decode()
        except (OSError, HTTPException):
            self.close()
            raise
        for value in response.headers.get_all("Set-Cookie") or ():
            self.cookies |= {name: each.value for name, each in SimpleCookie(value).items()}
        is_json = "json" in response.headers.get("Content-Type", "")
        return response.status, json.loads(told) if is_json else told

    def close(self) -> None:
        """Close the connection, if there is one."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def get(self, path: str) -> tuple[int, Any]:
        """Ask for a page."""
        return self.ask("GET", path)

    def form(self, path: str, **fields: str) -> tuple[int, Any]:
        """Send a form, as a browser without scripts would."""
        return self.ask("POST", path, urlencode(fields), "application/x-www-form-urlencoded")

    def json(self, path: str, **fields: Any) -> tuple[int, Any]:
        """Send a JSON object."""
        return self.ask("POST", path, json.dumps(fields), "application/json")


class Bot:
    """One simulated person on the way through the pages."""

    def __init__(
        self,
        study: Study,
        person: Person,
        server: "Server",
        hard: dict[str, float],
        seed: int,
        report: Report,
        pace: "Pace",
        fitted: FittedMoves | None = None,
    ) -> None:
        self.study, self.person, self.server, self.hard, self.seed = study, person, server, hard, seed
        self.report, self.pace, self.fitted = report, pace, fitted
        self.client = Client(server.port)

    def run(self) -> None:
        """Go from consent to debrief, whatever happens to the server."""
        self.insist(lambda: self.client.get("/"))
        word = (self.study.data / "bots").read_text("utf-8").strip()
        self.insist(lambda: self.client.form("/consent", agree="yes", bot=word))
        while True:
            _, here = self.insist(lambda: self.client.get("/where.json"))
            match here["page"]:
                case "consent":
                    self.insist(lambda: self.client.form("/consent", agree="yes", bot=word))
                case "questions" | "closing" as page:
                    at = "before" if page == "questions" else "after"
                    self.insist(partial(self.client.form, f"/{page}", **self._told(at)))
                case "tutorial":
                    self.insist(lambda: self.client.form("/tutorial"))
                case "practice":
                    name = here["puzzle"]["id"]
                    gates = [each.practice for each in self.study.lessons if each.practice]
                    gate = next(each for each in gates if each.id == name)
                    given = respond(Person(0, 99, 0), gate, -99, self._scale, self.seed)
                    self.insist(partial(self.client.form, "/practice", moves=given.moves))
                case "return":
                    if self.insist(lambda: self.client.form("/return"))[0] == 403:  # comes back another day
                        self.report.finished += 1
                        return
                case "puzzles":
                    self.answer(here)
                case _:
                    self.report.finished += 1
                    return

    def _told(self, at: str) -> dict[str, str]:
        """Return answers to the questions at a time: right ones to attention checks."""
        told = {}
        for question in self.study.questions:
            for number, name in enumerate(question.fields if question.at == at else ()):
                if question.kind == "text":
                    told[name] = f"bot {self.person.number}"
                elif question.kind == "number":
                    told[name] = f"{question.least if question.least is not None else question.most or 0:g}"
                else:
                    place = (self.person.number + number) % len(question.options)
                    told[name] = question.right or question.options[place]
        return told

    @property
    def _scale(self) -> tuple[int, int]:
        return self.study.settings.rating.least, self.study.settings.rating.most

    def answer(self, here: dict[str, Any]) -> None:
        """Answer the puzzle that is next, and now and then try to cheat first."""
        name, position = here["puzzle"]["id"], here["position"]
        puzzle, hard = self.study.puzzles[name], self.hard[name]
        given = respond(self.person, puzzle, hard, self._scale, self.seed, self.fitted)
        if position == 1 and self.person.number % 10 == 0:
            self.cheat(position)
        key = secrets.token_hex(16)
        fields = _fields(given) | {"key": key, "position": position, "puzzle": name}
        fields |= {"replies": self._told("between")}
        self.pace.wait()
        status, told = self.insist(lambda: self.client.json("/answer", **fields), timed=True)
        if status == 200 and told["saved"] == key:
            self.report.acknowledged.append((key, position))
        else:
            self.report.problems.append(f"answer {position} of bot {self.person.number}: {status} {told}")
            raise QuandaryError("A bot's answer was refused.")

    def cheat(self, position: int) -> None:
        """Send an answer that solves nothing, which must be refused."""
        forged = {"key": secrets.token_hex(16), "position": position, "moves": "no such move", "rating": 1}
        status, _ = self.insist(lambda: self.client.json("/answer", **forged))
        if status == 400:
            self.report.refused += 1
        else:
            self.report.accepted += 1

    def insist(self, act: Callable[[], tuple[int, Any]], *, timed: bool = False) -> tuple[int, Any]:
        """Repeat a request until the server answers it, or all is over."""
        until = time.monotonic() + PATIENCE
        while not self.pace.over.is_set():
            begun = time.monotonic()
            try:
                status, told = act()
                if status < 500 and status != 429:
                    if timed:
                        self.report.waits.append(time.monotonic() - begun)
                    return status, told
            except (OSError, HTTPException, ValueError):
                pass
            self.report.retries += 1
            if time.monotonic() > until:
                raise QuandaryError("The server did not answer for ten minutes.")
            time.sleep(0.1)
        raise QuandaryError("The bots were stopped.")


def _fields(given: Given) -> dict[str, Any]:
    fields: dict[str, Any] = {"moves": given.moves, "log": [list(entry) for entry in given.log]}
    return fields | {
        "rating": given.rating,
        "skipped": given.skipped,
        "ms": given.ms,
        "clicks": given.clicks,
        "device": "mouse",
    }


class Pace:
    """Spread requests evenly, up to a number per second or without limit."""

    def __init__(self, rate: float, over: threading.Event) -> None:
        self.rate, self.over, self.next, self.lock = rate, over, time.monotonic(), threading.Lock()

    def wait(self) -> None:
        """Wait for the next turn, or until all is over."""
        if not self.rate:
            return
        with self.lock:
            turn = max(self.next, time.monotonic())
            self.next = turn + 1 / self.rate
        self.over.wait(max(0.0, turn - time.monotonic()))


class Server:
    """The real command in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, _free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [
            sys.executable,
            "-m",
            "quandary",
            "study",
            "serve",
            str(self.folder),
            "--listen",
            f"127.0.0.1:{self.port}",
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)  # noqa: S603
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.process.poll() is not None:
                told = self.process.stderr.read().decode() if self.process.stderr else ""
                raise QuandaryError(f"The server did not start: {told.strip()[-300:]}")
            try:
                with closing(Client(self.port)) as client:
                    if client.get("/where.json")[0] == 200:
                        return
            except (OSError, HTTPException):
                time.sleep(0.05)
        raise QuandaryError("The server did not start in ten minutes.")

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""
        assert self.process is not None  # noqa: S101 - it was started
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self.process.stderr:
            self.process.stderr.close()

    def stop(self) -> None:
        """End it."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(10)
        if self.process and self.process.stderr:
            self.process.stderr.close()


def _free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        port: int = made.getsockname()[1]
    return port


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """Serve a study while bots are at work."""
    server = Server(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def run_bots(
    folder: Path,
    number: int,
    *,
    at_once: int = 8,
    kills: int = 0,
    pace: float = 0,
    in_browser: bool = False,
    seed: int = 1,
    fitted: FittedMoves | None = None,
    progress: Callable[[str], None] = print,
) -> Report:
    """Send bots through a study and check what is stored afterwards."""
    from quandary.web.project.serving import Serving
    from quandary.web.study.setup import database_url, set_up

    set_up(Serving(folder=folder, database_url=database_url()))
    from quandary.web.study.current import current_study
    from quandary.web.study.models import PAGES

    if in_browser:
        from quandary.web.study.browser_bots import run_in_browser

        with served(folder) as server:
            return _checked(run_in_browser(current_study(), server.port, number, seed))
    report, hard = Report(people=number), difficulties(current_study().puzzles)
    with served(folder) as server:
        begun, over = time.monotonic(), threading.Event()
        each_answers = min(current_study().settings.per_person, len(current_study().puzzles))
        killer = threading.Thread(target=_kill, args=(server, kills, report, over, number * each_answers))
        killer.start()
        turns, arrivals = Pace(pace, over), Pace(pace / len(PAGES), over)
        people = [
            Bot(current_study(), Person.draw(seed, each), server, hard, seed, report, turns, fitted)
            for each in range(number)
        ]
        pool = ThreadPoolExecutor(at_once)
        try:
            for finished, _ in enumerate(pool.map(partial(_run, report, arrivals), people), start=1):
                if finished % 50 == 0:
                    progress(f"{finished} of {number} bots have finished")
        finally:
            over.set()
            pool.shutdown(cancel_futures=True)
            killer.join()
        report.seconds = time.monotonic() - begun
    return _checked(report)


def _run(report: Report, arrivals: Pace, bot: Bot) -> None:
    """Send a bot through the study when it is its turn to arrive: as many pages a second as answers."""
    arrivals.wait()
    try:
        bot.run()
    except QuandaryError as error:
        report.problems.append(str(error))
    finally:
        bot.client.close()


def _kill(server: Server, kills: int, report: Report, over: threading.Event, answers: int) -> None:
    """Kill the server again and again, each time after some more answers."""
    apart = max(1, min(answers // (kills + 1), 200)) if kills else 0
    for turn in range(1, kills + 1):
        while len(report.acknowledged) < turn * apart and not over.is_set():
            time.sleep(0.02)
        if over.is_set():
            return
        server.kill()
        report.kills += 1
        server.start()
        over.wait(SETTLE * 0.1)


def _checked(report: Report) -> Report:
    """Compare what was acknowledged with what is stored."""
    from quandary.web.study.models import Answer

    keys = [key for key, _ in report.acknowledged]
    stored = Counter[str]()
    for at in range(0, len(keys), 500):
        stored.update(Answer.objects.filter(key__in=keys[at : at + 500]).values_list("key", flat=True))
    report.stored = sum(stored.values())
    report.lost = sum(not stored[key] for key in keys)
    report.doubled = sum(count - 1 for count in stored.values() if count > 1)
    return report
