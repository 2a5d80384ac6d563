"""The real server: killed under load it loses nothing, slow and large bodies do not stop it, bots are marked."""

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from tests.browser.browsing import ROOT, running

from quandary.web.study.bots import Client

BIN = sorted(Path("/usr/lib/postgresql").glob("*/bin")) if Path("/usr/lib/postgresql").is_dir() else []


def quandary(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "quandary", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )


@pytest.fixture(scope="module")
def new_study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "mazes"
    assert (
        quandary("study", "new", str(folder), "--template", "maze-report", "--per-person", "6").returncode
        == 0
    )
    return folder


@pytest.fixture
def mazes(new_study: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(new_study, tmp_path / "mazes"))


def name_the_researcher(study: Path) -> None:
    consent = (study / "consent.md").read_text("utf-8").replace("NAME at ADDRESS", "ada@example.org")
    (study / "consent.md").write_text(consent, encoding="utf-8")


def test_a_new_study_passes_the_doctor_once_its_researcher_has_a_name(mazes: Path) -> None:
    done = quandary("study", "doctor", str(mazes))
    assert done.returncode == 1 and "consent.md still has a placeholder" in done.stdout
    public = quandary("study", "doctor", str(mazes), "--public-url", "https://study.example.org")
    assert public.returncode == 1 and "quandary.study.E009" in public.stdout
    name_the_researcher(mazes)
    done = quandary("study", "doctor", str(mazes))
    assert (done.returncode, done.stdout.strip()) == (0, f"{mazes}: no problems"), done.stdout + done.stderr
    clean = quandary("study", "doctor", str(mazes), "--public-url", "https://study.example.org")
    assert clean.returncode == 0, clean.stdout + clean.stderr


def test_a_killed_server_loses_and_doubles_nothing(mazes: Path, tmp_path: Path) -> None:
    done = quandary("study", "bots", str(mazes), "--people", "12", "--at-once", "6", "--kill-server", "3")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "72 acknowledged, 72 stored, 0 lost, 0 doubled" in done.stdout
    assert "server killed 3 times" in done.stdout and "2 refused, 0 accepted" in done.stdout
    connection = sqlite3.connect(mazes / "data" / "study.sqlite3")
    assert connection.execute("SELECT COUNT(*), MIN(is_bot) FROM study_participant").fetchone() == (12, 1)
    connection.close()
    assert quandary("study", "export", str(mazes), "-o", str(tmp_path / "people")).returncode == 0
    assert (tmp_path / "people" / "responses.csv").read_text("utf-8").count("\n") == 1, "bots are left out"
    backup = quandary("study", "backup", str(mazes))
    assert sqlite3.connect(backup.stdout.strip()).execute("SELECT COUNT(*) FROM study_answer").fetchone() == (
        72,
    )


@pytest.fixture
def postgresql(tmp_path: Path) -> Iterator[str]:
    """A PostgreSQL server of our own, if it is installed."""
    if not BIN or os.geteuid() != 0 or not shutil.which("runuser"):
        pytest.skip("PostgreSQL is not installed here; make test-browser in CI installs it")
    home = Path("/tmp") / f"quandary-pg-{os.getpid()}"  # noqa: S108 - postgres may not enter the folders of pytest
    home.mkdir()
    shutil.chown(home, "postgres")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    as_postgres = ["runuser", "-u", "postgres", "--"]
    subprocess.run(
        [*as_postgres, str(BIN[-1] / "initdb"), "-D", str(home / "data"), "-A", "trust", "-U", "quandary"],
        check=True,
        capture_output=True,
    )
    options = f"-p {port} -c unix_socket_directories={home} -c listen_addresses=127.0.0.1"
    control = [*as_postgres, str(BIN[-1] / "pg_ctl"), "-D", str(home / "data"), "-w"]
    subprocess.run(
        [*control, "-o", options, "-l", str(home / "log"), "start"], check=True, stdout=subprocess.DEVNULL
    )
    subprocess.run(
        [str(BIN[-1] / "createdb"), "-h", "127.0.0.1", "-p", str(port), "-U", "quandary", "study"], check=True
    )
    yield f"postgresql://quandary@127.0.0.1:{port}/study"
    subprocess.run([*control, "-m", "immediate", "stop"], check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(home)


def test_the_same_on_postgresql(postgresql: str, tmp_path: Path) -> None:
    folder = tmp_path / "mazes"
    assert (
        quandary("study", "new", str(folder), "--template", "maze-report", DATABASE_URL=postgresql).returncode
        == 0
    )
    name_the_researcher(folder)
    assert quandary("study", "doctor", str(folder), DATABASE_URL=postgresql).returncode == 0
    done = quandary(
        "study",
        "bots",
        str(folder),
        "--people",
        "4",
        "--at-once",
        "4",
        "--kill-server",
        "2",
        DATABASE_URL=postgresql,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "120 acknowledged, 120 stored, 0 lost, 0 doubled" in done.stdout
    assert not (folder / "data" / "study.sqlite3").exists()


def test_slow_and_large_bodies_do_not_stop_the_others(mazes: Path) -> None:
    with running("study", "serve", str(mazes), "--listen", "127.0.0.1:0") as link:
        port = int(link.rstrip("/").rpartition(":")[2])
        slow = [
            socket.create_connection(("127.0.0.1", port)) for _ in range(200)
        ]  # more than there are threads, and more than the server's usual 100 connections
        for each in slow:
            each.sendall(b"POST /consent HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\na")
        with socket.create_connection(("127.0.0.1", port), timeout=20) as quick:
            quick.sendall(b"GET /where.json HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert quick.recv(100).startswith(b"HTTP/1.1 200")
        with socket.create_connection(("127.0.0.1", port), timeout=20) as large:
            large.sendall(b"POST /consent HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900000000\r\n\r\n")
            assert large.recv(100).startswith(b"HTTP/1.1 413")
        with socket.create_connection(("127.0.0.1", port), timeout=20) as forged:
            forged.sendall(
                b"GET / HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: 127.0.0.1\r\nConnection: close\r\n\r\n"
            )
            assert forged.recv(100).startswith(b"HTTP/1.1 403")
        for each in slow:
            each.close()


def begin(link: str) -> None:
    """Agree to take part."""
    with closing(Client(int(link.rstrip("/").rpartition(":")[2]))) as client:
        client.get("/")
        assert client.form("/consent", agree="yes")[0] == 302
        assert client.get("/where.json")[1]["page"] == "questions"


def people(database: Path) -> int:
    connection = sqlite3.connect(database)
    [count] = connection.execute("SELECT COUNT(*) FROM study_participant").fetchone()
    connection.close()
    return int(count)


def test_a_preview_stores_nothing_and_a_backup_is_made_while_serving(mazes: Path) -> None:
    database = mazes / "data" / "study.sqlite3"
    with running("study", "preview", str(mazes), "--port", "0") as link:
        begin(link)
    assert people(database) == 0
    with running("study", "serve", str(mazes), "--listen", "127.0.0.1:0") as link:
        begin(link)
        copy = quandary("study", "backup", str(mazes)).stdout.strip()
        assert people(Path(copy)) == 1
        begin(link)
    assert (people(database), people(Path(copy))) == (2, 1)


SWEEPING = """
import sys
from quandary.web.study import folder
folder.SWEEP_SECONDS = 1
from quandary.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def test_old_data_are_deleted_while_a_study_is_served(mazes: Path) -> None:
    """The server looks every day. Here it looks every second."""
    assert quandary("study", "bots", str(mazes), "--people", "2").returncode == 0
    with (
        running("study", "serve", str(mazes), "--listen", "127.0.0.1:0", script=SWEEPING),
        closing(sqlite3.connect(mazes / "data" / "study.sqlite3", timeout=20)) as connection,
    ):
        old, fresh = (row[0] for row in connection.execute("SELECT id FROM study_participant"))
        connection.execute("UPDATE study_participant SET seen = '2001-01-01 00:00:00' WHERE id = ?", (old,))
        connection.commit()
        people, answers = (
            "SELECT id FROM study_participant",
            "SELECT DISTINCT participant_id FROM study_answer",
        )
        until = time.monotonic() + 60
        while time.monotonic() < until and len(connection.execute(people).fetchall()) > 1:
            time.sleep(0.2)
        assert [connection.execute(each).fetchall() for each in (people, answers)] == [[(fresh,)], [(fresh,)]]


def test_a_script_of_anybodys_takes_part(mazes: Path) -> None:
    settings = (mazes / "study.toml").read_text("utf-8")
    assert 'drawing = "edges"' in settings
    (mazes / "study.toml").write_text(settings.replace('drawing = "edges"', 'drawing = ""'), "utf-8")
    with running("study", "serve", str(mazes), "--listen", "127.0.0.1:0") as link:
        script = str(ROOT / "examples" / "take_part.py")
        done = subprocess.run([sys.executable, script, link], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1].strip() == f"{link}debrief", done.stdout + done.stderr
    connection = sqlite3.connect(mazes / "data" / "study.sqlite3")
    assert connection.execute("SELECT COUNT(*), SUM(solved) FROM study_answer").fetchone() == (6, 6)
    connection.close()


def test_only_this_computer_is_served_without_a_public_address(mazes: Path) -> None:
    done = quandary("study", "serve", str(mazes), "--listen", "0.0.0.0:8000")
    assert done.returncode == 2 and "--public-url" in done.stderr


def test_bots_walk_through_the_pages_in_a_browser(mazes: Path) -> None:
    done = quandary("study", "bots", str(mazes), "--people", "1", "--in-browser")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "6 acknowledged, 6 stored, 0 lost, 0 doubled" in done.stdout


def command(*words: str) -> subprocess.Popen[str]:
    """Start a command that Ctrl-C ends; the background jobs of a shell would ignore it."""
    return subprocess.Popen(
        [sys.executable, "-m", "quandary", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def interrupt(process: subprocess.Popen[str]) -> str:
    """Press Ctrl-C and return what a command has to say."""
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=30)[1]


def test_ctrl_c_ends_the_server_quietly(mazes: Path) -> None:
    process = command("study", "serve", str(mazes), "--listen", "127.0.0.1:0")
    assert process.stdout and process.stdout.readline().startswith("http")
    time.sleep(0.5)
    assert "Traceback" not in interrupt(process)


def test_ctrl_c_ends_bots_whose_server_is_gone_too(mazes: Path) -> None:
    process = command("study", "bots", str(mazes), "--people", "1000", "--kill-server", "20")
    answers = mazes / "data" / "study.sqlite3"
    for _ in range(600):
        with suppress(sqlite3.OperationalError), closing(sqlite3.connect(answers, timeout=10)) as connection:
            if connection.execute("SELECT COUNT(*) FROM study_answer").fetchone()[0] > 3:
                break
        time.sleep(0.1)
    told = interrupt(process)
    assert "interrupted" in told and "Traceback" not in told
