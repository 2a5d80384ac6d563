"""The verbs of `study`: measure with people how difficult puzzles are."""

from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from quandary.cli.console import put, say
from quandary.cli.options import DEFAULT_SECONDS, MORE, Force, Port, Seconds, Seed
from quandary.cli.play import web_is_there
from quandary.errors import QuandaryError

PerPerson: TypeAlias = Annotated[
    int | None,
    typer.Option("--per-person", metavar="N", min=1, help="Give each person N puzzles instead of 20."),
]
HERE = "http://127.0.0.1:8000"
"""Where a study is served without a public address."""
Folder: TypeAlias = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the study.")]
Url: TypeAlias = Annotated[
    str, typer.Option("--public-url", metavar="URL", help="The https address that people use.")
]


def address_of(value: str) -> str:
    """Return the value, which must be an address with a port."""
    host, _, port = value.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise typer.BadParameter(f"{value!r} is not HOST:PORT, for example 127.0.0.1:8000.")
    return value


def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")],
    puzzles: Annotated[
        str,
        typer.Option("--puzzles", metavar="FILE", help="Take the puzzles of this file, or FILE.py:CLASS."),
    ] = "",
    per_person: PerPerson = None,
    like: Annotated[
        str,
        typer.Option("--template", metavar="NAME", help="Start from this template: plain or maze-report."),
    ] = "plain",
    language: Annotated[
        str,
        typer.Option("--language", metavar="L", help="Write the texts in this language: en or de."),
    ] = "en",
    seed: Seed = 1,
) -> None:
    """Make a study: a folder of plain files that you edit.

        quandary study new mazes --template maze-report
        quandary study new levels --puzzles levels.jsonl --per-person 20
        quandary study new farmer --puzzles my_puzzle.py:Crossing
        quandary study new labyrinthe --template maze-report --language de

    Everything that participants read is in the folder. The command prints the researchers' password.
    """
    web_is_there()
    from quandary.web.study.new import create

    create(folder, puzzles=puzzles, per_person=per_person, like=like, seed=seed, language=language)
    from quandary.web.study.setup import new_password

    _set_up(folder)
    password = new_password()
    say(
        f"made {folder}; edit study.toml, consent.md, tutorial.md, questions.toml, debrief.md and words.toml in it"
    )
    put(f"researcher password: {password}")
    say(f"next: quandary study preview {folder}")


def preview(folder: Folder, port: Port = 0) -> None:
    """Walk through a study as a participant would. Nothing is stored.

    quandary study preview mazes
    quandary study preview mazes --port 8001
    """
    import tempfile

    web_is_there()
    with tempfile.TemporaryDirectory(prefix="quandary-preview-") as data:
        _serve(folder, port=port, preview=True, data=Path(data), host="127.0.0.1")


def serve(
    folder: Folder,
    public_url: Url = "",
    listen: Annotated[
        str,
        typer.Option(
            "--listen",
            metavar="HOST:PORT",
            callback=address_of,
            help="Serve on this address. Port 0 picks a free one.",
        ),
    ] = "127.0.0.1:8000",
    proxy: Annotated[
        str,
        typer.Option("--proxy", metavar="H", help="Address of the reverse proxy.", rich_help_panel=MORE),
    ] = "127.0.0.1",
    password: Annotated[
        bool,
        typer.Option("--new-password", help="Print a new password for researchers.", rich_help_panel=MORE),
    ] = False,
) -> None:
    """Serve a study. Without --public-url only this computer is served.

        quandary study serve mazes
        quandary study serve mazes --public-url https://study.example.org

    Data are in DIR/data, or in the PostgreSQL database that DATABASE_URL names. Ctrl-C stops it, and
    what participants saw as saved is on disk.
    """
    web_is_there()
    host, _, port = listen.rpartition(":")
    host = host.strip("[]")
    _serve(folder, port=int(port), public_url=public_url, host=host, proxy=proxy, password=password)


def _serve(folder: Path, *, port: int, password: bool = False, **how: Any) -> None:
    from quandary.web.project.run import listen, serve
    from quandary.web.project.serving import LOCAL

    public = bool(how.get("public_url"))
    if not public and how["host"] not in (*LOCAL, "::1"):
        raise QuandaryError(
            "Without --public-url https://NAME only this computer is served. Leave --listen out."
        )
    serving = _set_up(folder, port=port, **how)
    made = listen(serving)
    if password:
        from quandary.web.study.setup import new_password

        put(f"researcher password: {new_password()}")
    from quandary.web.study.checks import TAG
    from quandary.web.study.current import current_study
    from quandary.web.study.write import start_sweeping, sweep

    for told in _complaints(TAG, *(("security",) if public else ())):
        say(told)
    gone = sweep(current_study())
    start_sweeping(current_study())
    if gone:
        say(f"deleted the data of {gone} people, older than study.toml keeps them")
    link = serving.public_url or f"http://{serving.host}:{made.getsockname()[1]}/"
    put(link)
    where = (
        "nowhere (preview)"
        if serving.preview
        else "in DATABASE_URL"
        if serving.database_url
        else f"in {folder / 'data'}"
    )
    say(
        f"serving {len(current_study().puzzles)} puzzles; researchers: {link.rstrip('/')}/research/; data {where}; Ctrl-C stops it"
    )
    serve(made, serving)


def _complaints(*tags: str, public: bool = True) -> list[str]:
    """Return what the checks with some tags, or all checks, find."""
    from django.core import checks

    found = checks.run_checks(tags=tags or None, include_deployment_checks=public)
    return [
        f"{each.id}: {each.msg}" + (f" {each.hint}" if each.hint else "")
        for each in found
        if each.level >= checks.WARNING
    ]


def _set_up(folder: Path, **how: Any) -> Any:
    """Check the folder, set Django up and return what is served."""
    from quandary.web.project.serving import Serving
    from quandary.web.study.folder import check_folder
    from quandary.web.study.setup import database_url, set_up

    check_folder(folder)
    serving = Serving(app="study", folder=folder, database_url=database_url(), **how)
    set_up(serving)
    from quandary.web.study.current import current_study

    current_study()  # reads and checks the folder
    return serving


def bots(
    folder: Folder,
    number: Annotated[int, typer.Option("--people", metavar="N", min=1, help="Simulate N people.")] = 10,
    at_once: Annotated[
        int,
        typer.Option(
            "--at-once",
            metavar="N",
            min=1,
            max=1000,
            help="Run N of them at a time.",
            rich_help_panel=MORE,
        ),
    ] = 8,
    kill_server: Annotated[
        int,
        typer.Option(
            "--kill-server",
            metavar="K",
            min=0,
            help="Kill the server K times during the run.",
            rich_help_panel=MORE,
        ),
    ] = 0,
    pace: Annotated[
        float,
        typer.Option(
            "--pace",
            metavar="R",
            min=0,
            help="Send R answers and ask for R pages a second, 0 for no limit.",
            rich_help_panel=MORE,
        ),
    ] = 0,
    in_browser: Annotated[
        bool,
        typer.Option("--in-browser", help="Go through the pages in a real browser.", rich_help_panel=MORE),
    ] = False,
    moves: Annotated[
        Path | None,
        typer.Option(
            "--moves",
            metavar="FILE",
            help="Draw the order of their moves by weights of `learn moves`.",
            rich_help_panel=MORE,
        ),
    ] = None,
    seed: Seed = 1,
) -> None:
    """Send simulated people through the pages of a study. They are marked as bots and left out of analyses.

        quandary study bots mazes --people 50
        quandary study bots mazes --people 200 --kill-server 20
        quandary study bots mazes --people 3 --in-browser
        quandary study bots sudokus --moves moves.json

    The command serves the study itself and checks afterwards that every answer that was acknowledged is
    stored exactly once. It exits with 1 if not.
    """
    web_is_there()
    from quandary.models.walks.fitted import load_moves
    from quandary.web.study.bots import run_bots

    report = run_bots(
        folder,
        number,
        at_once=at_once,
        kills=kill_server,
        pace=pace,
        in_browser=in_browser,
        seed=seed,
        fitted=None if moves is None else load_moves(moves),
        progress=say,
    )
    put(report.text())
    if not report.is_clean:
        raise typer.Exit(1)


def export(
    folder: Folder,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Write the tables to this new folder.")
    ],
    with_bots: Annotated[bool, typer.Option("--bots", help="Export the bots instead of the people.")] = False,
) -> None:
    """Write the data of a study as CSV, with a dictionary and checksums.

    quandary study export mazes -o data
    quandary study export mazes --bots -o bots
    """
    web_is_there()
    _set_up(folder)
    from quandary.web.study.current import current_study
    from quandary.web.study.export import export as write_tables

    counts = write_tables(current_study(), output, bots=with_bots)
    say(f"wrote {output}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))


def analyse(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder that `study export` wrote.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="Write the report to this .html file.")
    ],
    figures: Annotated[
        Path | None,
        typer.Option("--figures", metavar="DIR", help="Write the figures into this folder, as SVG and PDF."),
    ] = None,
    seconds: Seconds = DEFAULT_SECONDS,
    force: Force = False,
) -> None:
    """Analyse an export: how difficult people found the puzzles, how certain that is, and what predicts it.

        quandary study export mazes -o data
        quandary study analyse data -o report.html

    Beside the report, a folder has every table as CSV, and anchors.jsonl with the puzzles and their difficulty.
    """
    web_is_there()
    from quandary.showing.figures import check_figures, save_figures
    from quandary.web.study.analysis.report import analyse as find
    from quandary.web.study.analysis.report import write_analysis

    if output.suffix != ".html":
        raise QuandaryError(f"Cannot write {output}: end its name in .html")
    if figures:
        check_figures(figures)
    found = find(folder, seconds=seconds)
    written = write_analysis(found, output, force=force)
    if figures:
        say(f"wrote {len(save_figures(figures, found.figures, force=force))} files in {figures}")
    say(f"wrote {output} and {len(written) - 1} tables in {written[-1].parent}")


def doctor(folder: Folder, public_url: Url = "") -> None:
    """Check a study before it is served: folder, puzzles, database, accounts, and security settings.

    quandary study doctor mazes
    quandary study doctor mazes --public-url https://study.example.org
    """
    web_is_there()
    _set_up(folder, public_url=public_url)
    found = _complaints(public=bool(public_url))
    for told in found:
        put(told)
    if not public_url:
        say(
            "plain HTTP serves this computer only; with --public-url the settings for a public server are checked, too"
        )
    if found:
        raise typer.Exit(1)
    put(f"{folder}: no problems")


def backup(
    folder: Folder,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the copy to this file.")
    ] = None,
) -> None:
    """Copy the database of a study while it is served.

    quandary study backup mazes
    quandary study backup mazes -o mazes.sqlite3
    """
    web_is_there()
    from quandary.web.study.setup import database_url

    if database_url():
        raise QuandaryError("DATABASE_URL names a PostgreSQL database. Copy it with: pg_dump")
    from quandary.web.study.backup import backup as copy
    from quandary.web.study.folder import read_study

    put(str(copy(read_study(folder), output)))


def restore(
    folder: Folder,
    copy: Annotated[Path, typer.Argument(metavar="FILE", help="The copy that `study backup` wrote.")],
) -> None:
    """Put a copy in the place of the database of a study. What was there is copied first.

    quandary study restore mazes mazes/data/backups/study-20261118-101500-000000.sqlite3
    quandary study restore mazes mazes.sqlite3
    """
    web_is_there()
    from quandary.web.study.setup import database_url

    if database_url():
        raise QuandaryError("DATABASE_URL names a PostgreSQL database. Restore it with: pg_restore")
    from quandary.web.study.backup import restore as put_back
    from quandary.web.study.folder import read_study

    before = put_back(read_study(folder), copy)
    say(f"restored {copy}" + (f"; what was there is in {before}" if before else ""))


def links(
    folder: Folder,
    people: Annotated[
        int, typer.Option("--people", metavar="N", min=1, max=100_000, help="Make links for N people.")
    ] = 10,
    public_url: Url = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write them to this new file.")
    ] = None,
) -> None:
    """Make links with which one person each may begin, if study.toml says entry = "links".

    quandary study links mazes --people 50 --public-url https://study.example.org
    quandary study links mazes --people 50 -o links.txt
    """
    web_is_there()
    if output and output.exists():
        raise QuandaryError(f"{output} already exists. Choose another -o.")
    _set_up(folder)
    from quandary.parts.atomic import write_atomically
    from quandary.web.study.entry import make_links

    made = [f"{(public_url or HERE).rstrip('/')}/?link={each}" for each in make_links(people)]
    if output:
        write_atomically(output, "".join(f"{each}\n" for each in made).encode())
        say(f"wrote {people} links to {output}")
    else:
        put("\n".join(made))


def plan(
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="Keep the plan in this study, for its report.")
    ] = None,
    people: Annotated[
        int | None,
        typer.Option(
            "--participants",
            metavar="N",
            min=2,
            help="Plan with N people instead of the fewest that are enough.",
        ),
    ] = None,
    puzzles: Annotated[
        int, typer.Option("--puzzle-count", metavar="N", min=4, help="Plan with N puzzles.")
    ] = 30,
    per_person: PerPerson = None,
    correlation: Annotated[
        float,
        typer.Option("--correlation", metavar="R", min=-0.99, max=0.99, help="Expect this correlation."),
    ] = 0.5,
    ranking: Annotated[
        float | None,
        typer.Option(
            "--ranking", metavar="R", min=0, max=0.999, help="Rank puzzles this well in 95 % of studies."
        ),
    ] = None,
    noise: Annotated[
        float, typer.Option("--noise", metavar="S", min=0, help="Spread of a rating.", rich_help_panel=MORE)
    ] = 1.6,
    samples: Annotated[
        int, typer.Option("--samples", metavar="N", min=20, help="Simulate N studies.", rich_help_panel=MORE)
    ] = 400,
    seed: Seed = 1,
) -> None:
    """Plan a study by simulation: how many people for a correlation, or for a ranking of the puzzles.

        quandary study plan --puzzle-count 30 --per-person 20 --correlation 0.5
        quandary study plan mazes --ranking 0.9
        quandary study plan mazes --participants 60 --correlation 0.4

    With DIR the plan is kept in DIR/plan.json, and the report tells it beside what was reached.
    """
    from quandary.models.power import Design, people_needed, power

    design = Design(people or 10, puzzles, min(per_person or 20, puzzles), correlation, noise=noise)
    found = (
        power(design, samples=samples, seed=seed)
        if people
        else people_needed(design, ranking=ranking, samples=samples, seed=seed)
    )
    if found is None:
        raise QuandaryError(
            "Not even 640 people would do. Plan with more puzzles for each person, or expect less."
        )
    aim = f"a ranking of {ranking:g}" if ranking else f"a correlation of {correlation:g}"
    result = (
        f"power {found.power:.2f}, r = {found.found:.2f} (95 % of studies: {found.low:.2f} to {found.high:.2f}),"
        f" ranking {found.ranking:.2f} (at least {found.ranking_low:.2f} in 95 %)"
    )
    put(
        f"{found.design.people} people, {puzzles} puzzles, {found.design.per_person} for each person, for {aim}"
    )
    put(result)
    if folder:
        from quandary.web.study.folder import check_folder
        from quandary.web.study.planning import write_plan

        check_folder(folder)
        write_plan(folder, found.row() | {"aim": aim, "result": result})
        say(f"kept in {folder / 'plan.json'}")


VERBS = (new, plan, preview, bots, serve, export, analyse, doctor, backup, restore, links)
