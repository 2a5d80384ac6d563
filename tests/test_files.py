"""Puzzle files: what is read, what is rejected and with which message, and that memory stays small."""

import io
import json
import os
import sys
import tracemalloc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quandary.errors import FileError, NotationError, UnknownNameError
from quandary.kind import Kind
from quandary.library import lines, registry
from quandary.library.files import Entry, examples, format_line, read, write
from quandary.library.lines import LARGEST_CUSTOMARY, LONGEST_LINE
from quandary.library.records import FactValue

SUDOKU = "1.3..........2.4"


def parse_word(text: str) -> str:
    if text == "crash":
        return str(1 / 0)
    if text == "interrupt":
        raise KeyboardInterrupt
    if not text.isalpha():
        raise NotationError(f"word puzzle {text!r} is not made of letters")
    return text


def recognise_words(text: str) -> Sequence[tuple[int, str]] | None:
    lines = list(enumerate(text.split("\n"), start=1))
    filled = [(number, line) for number, line in lines if line.strip()]
    return filled[1:] if filled and filled[0][1] == "WORDS" else None


def fail_to_recognise(text: str) -> Sequence[tuple[int, str]] | None:
    raise ZeroDivisionError(text[:3])


def make_kind(name: str, **extras: Any) -> Kind:
    bare = Kind(name=name, title="Word", summary="Say it.", puzzle=str, folder=Path("nowhere"))
    return bare.but(**({"parse": parse_word, "format": str} | extras))


WORD = make_kind("word", version=2, recognise=recognise_words)


@pytest.fixture
def word(monkeypatch: pytest.MonkeyPatch) -> Kind:
    """Install a registry of three kinds: one that works, one whose `recognise` fails, one that is missing."""
    modules = {"failing": make_kind("failing", recognise=fail_to_recognise), "word": WORD}
    for name, kind in modules.items():
        monkeypatch.setitem(sys.modules, f"qt_{name}", SimpleNamespace(KIND=kind))
    listing = {name: f"qt_{name}" for name in ("absent", "failing", "word")}
    monkeypatch.setattr(registry, "places", lambda: listing)
    return WORD


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, so that messages name files without a path."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def line(puzzle: Any = "abc", **fields: Any) -> str:
    return json.dumps({"kind": "word", "puzzle": puzzle} | fields)


def levels(*lines: str | bytes) -> str:
    """Write a new file with these lines and return its name."""
    data = b"".join((each if isinstance(each, bytes) else each.encode()) + b"\n" for each in lines)
    Path("levels.jsonl").write_bytes(data)
    return "levels.jsonl"


def deep_list() -> Any:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    return nested


def texts(items: Iterable[Entry | FileError]) -> list[str]:
    """Return puzzles as they are and errors as their messages."""
    return [item.puzzle if isinstance(item, Entry) else str(item) for item in items]


def only_text(target: str) -> str:
    [text] = texts(read(target))
    return text


def trouble(target: str, **options: Any) -> str:
    with pytest.raises(FileError) as caught:
        list(read(target, **options))
    return str(caught.value)


# What is read


def test_an_entry_holds_everything_a_line_says(here: Path, word: Kind) -> None:
    facts: dict[str, FactValue] = {"letters": 3, "share": 0.5, "note": "ö", "known": True, "age": None}
    [entry] = read(levels(line(id="first", title="Abc", source="me", facts=facts, rules=2)))
    assert entry == Entry(word, "abc", "first", "Abc", "me", facts)
    assert isinstance(entry, Entry)
    assert entry.where == "levels.jsonl, line 1"


def test_blank_lines_hold_no_puzzles_and_ids_count_puzzles(here: Path, word: Kind) -> None:
    found = list(read(levels("", line("a"), "  \t", line("b"), "")))
    assert texts(found) == ["a", "b"]
    assert [item.id for item in found if isinstance(item, Entry)] == ["levels-1", "levels-2"]
    assert [item.where for item in found if isinstance(item, Entry)] == [
        "levels.jsonl, line 2",
        "levels.jsonl, line 4",
    ]


def test_a_byte_order_mark_and_windows_line_ends_are_accepted(here: Path, word: Kind) -> None:
    Path("levels.jsonl").write_bytes(f"\ufeff{line('a')}\r\n\r\n{line('b')}".encode())
    assert texts(read("levels.jsonl")) == ["a", "b"]


def test_null_is_the_same_as_leaving_a_field_out(here: Path, word: Kind) -> None:
    nothing = dict.fromkeys(["id", "title", "source", "facts", "rules"])
    assert list(read(levels(line(**nothing)))) == [Entry(word, "abc", "levels-1")]


def test_standard_input_is_a_dash(word: Kind) -> None:
    [entry, problem] = read("-", stdin=io.BytesIO(f"{line()}\n{line('1')}".encode()))
    assert isinstance(entry, Entry)
    assert (entry.id, entry.where) == ("stdin-1", "standard input, line 1")
    assert str(problem).startswith("line 2 of standard input: word puzzle '1'")


def test_without_a_stream_the_standard_input_of_the_process_is_read(
    word: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line("piped").encode())))
    assert only_text("-") == "piped"


def test_a_closed_standard_input_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert trouble("-") == "standard input is closed. Give a file instead."


def test_a_pipe_is_read_like_a_file(here: Path, word: Kind) -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as end:
        end.write(line("piped").encode())
    with os.fdopen(reading, "rb") as stream:
        assert texts(read("-", stdin=stream)) == ["piped"]


def test_a_puzzle_on_the_command_line_follows_its_kind(here: Path, word: Kind) -> None:
    assert list(read("word:abc")) == [Entry(word, "abc", "word-1")]
    assert (
        only_text("word:1:2") == "word puzzle on the command line: word puzzle '1:2' is not made of letters"
    )
    assert only_text("word:") == "word puzzle on the command line: word puzzle '' is not made of letters"


def test_a_notation_longer_than_any_file_name_is_still_a_puzzle(here: Path, word: Kind) -> None:
    assert only_text("word:" + "a" * 5000) == "a" * 5000


def test_a_file_goes_before_a_kind(here: Path, word: Kind) -> None:
    Path("word:abc").write_text(line("inside"), encoding="utf-8")
    assert only_text("word:abc") == "inside"


def test_an_unknown_kind_on_the_command_line_suggests_a_near_one(here: Path, word: Kind) -> None:
    with pytest.raises(UnknownNameError, match=r"'wordd'\. Did you mean 'word'\?"):
        list(read("wordd:abc"))


def test_a_drive_letter_is_no_kind(here: Path, word: Kind) -> None:
    assert trouble(r"C:\levels.jsonl") == r"There is no file C:\levels.jsonl."
    assert trouble("no/such:thing") == "There is no file no/such:thing. Its folder does not exist either."


def test_ids_made_of_odd_file_names_can_be_written_again(here: Path, word: Kind) -> None:
    for name in (" my levels\n.jsonl", "….jsonl", "é" * 100 + ".jsonl", ".jsonl"):
        Path(name).write_text(line(), encoding="utf-8")
        [entry] = read(name)
        assert isinstance(entry, Entry)
        assert format_line(entry)


# Ids


def test_a_second_puzzle_with_the_same_id_is_refused(here: Path, word: Kind) -> None:
    target = levels(line("a", id="x"), line("b", id="x"), line("c"), line("d", id="levels-3"))
    assert texts(read(target)) == [
        "a",
        "line 2 of levels.jsonl: the id 'x' is already used in line 1",
        "c",
        "line 4 of levels.jsonl: the id 'levels-3' is already used in line 3",
    ]


def test_a_bad_line_takes_no_id(here: Path, word: Kind) -> None:
    assert texts(read(levels(line("1", id="x"), line("b", id="x"))))[1] == "b"


# What is wrong with a line


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (line("1"), "word puzzle '1' is not made of letters"),
        (line(kind="wordd"), "No puzzle kind 'wordd'. Did you mean 'word'?"),
        (line(rules=3), "written for version 3 of the rules of word, but this quandary has version 2"),
        (line(level=1), 'unknown field "level" (put your own data under "facts")'),
        ('{"kind": "word"}', 'no "puzzle", which must be text in the notation of its kind'),
        ("{}", 'no "kind", which must be the name of a puzzle kind'),
        (line(kind=1), '"kind" must be the name of a puzzle kind'),
        (line(kind="w" * 1000), '"kind" must be the name of a puzzle kind'),
        (line(puzzle=["abc"]), '"puzzle" must be text in the notation of its kind'),
        (line(rules=1.5), '"rules" must be a whole number'),
        (line(rules=True), '"rules" must be a whole number'),
        (line(facts=[1]), '"facts" must be an object of finite numbers, texts, true, false or null by name'),
        (line(facts={"a": {"b": 1}}), '"facts" must be an object of finite numbers, texts, true, false or'),
        ('{"kind": "word", "puzzle": "a", "facts": {"x": 1e999}}', '"facts" must be an object of finite'),
        (line(facts={"x": float("nan")}), "NaN and Infinity are not JSON (leave out the fact, or use null)"),
        (line(facts={"x": float("-inf")}), "NaN and Infinity are not JSON (leave out the fact, or use null)"),
        (line(id=""), '"id" must be one line of 1 to 200 characters that does not begin with a space'),
        (line(id="x" * 201), '"id" must be one line of 1 to 200 characters'),
        (line(id=" x"), '"id" must be one line of 1 to 200 characters that does not begin with a space'),
        (line(title="two\nlines"), '"title" must be one line of text'),
        (line(source="\x1b[2J"), '"source" must be one line of text'),
        ("[1]", "not a JSON object"),
        ("WORDS", "not valid JSON: invalid character (byte 0)"),
        (line() + " x", "not valid JSON: trailing characters"),
        ('{"kind": "word",', "the JSON object is incomplete (a puzzle must be on one line)"),
        (r'{"kind": "word", "puzzle": "\ud800 abc"}', "not valid JSON: unexpected end of escaped utf-16"),
    ],
)
def test_a_bad_line_is_explained_and_the_rest_goes_on(here: Path, word: Kind, text: str, why: str) -> None:
    before, problem, after = texts(read(levels(line("before"), text, line("after"))))
    assert (before, after) == ("before", "after")
    assert problem.startswith(f"line 2 of levels.jsonl: {why}")


def test_a_bug_in_a_kind_is_a_bad_line_that_names_kind_and_error(here: Path, word: Kind) -> None:
    assert texts(read(levels(line("crash"), line("abc")))) == [
        "line 1 of levels.jsonl: the kind word failed on this puzzle, a bug in the kind"
        " (ZeroDivisionError: division by zero)",
        "abc",
    ]
    assert "ZeroDivisionError" in only_text("word:crash")


def test_a_kind_that_cannot_be_imported_is_a_bad_line(here: Path, word: Kind) -> None:
    problem, after = texts(read(levels(line(kind="absent"), line("abc"))))
    assert problem.startswith("line 1 of levels.jsonl: The kind 'absent' cannot be imported from qt_absent")
    assert after == "abc"


def test_control_c_is_not_swallowed(here: Path, word: Kind) -> None:
    with pytest.raises(KeyboardInterrupt):
        list(read(levels(line("interrupt"))))


@pytest.mark.parametrize("opening", ['{"kind": "word", "puzzle": ', '{"kind": "word", "facts": {"a": ', ""])
@pytest.mark.parametrize("nest", ["[", '{"a":'])
def test_deep_nesting_is_a_bad_line(here: Path, word: Kind, opening: str, nest: str) -> None:
    problem, after = texts(read(levels(line("before"), opening + nest * 100_000, line("after"))))[1:]
    assert problem.startswith("line 2 of levels.jsonl: ")
    assert after == "after"


@pytest.mark.parametrize("nasty", ["\u202e", "\x1b", "\x85", "\u2028", "\n", "\ufeff", "\U000e0001"])
def test_messages_are_one_line_without_characters_that_play_tricks(
    here: Path, word: Kind, nasty: str
) -> None:
    fields = f"a{nasty}b"
    for text in (line(fields), line(kind=fields), line(**{fields: 1}), line(id=fields, puzzle="1")):
        message = only_text(levels(text))
        assert message.startswith("line 1 of levels.jsonl: ")
        assert message.isprintable()


def test_a_message_about_something_huge_is_short(here: Path, word: Kind) -> None:
    for text in (line("1" * 900_000), line(**{"x" * 900_000: 1})):
        assert len(only_text(levels(text))) < 1000


def test_a_long_path_does_not_hide_what_is_wrong(here: Path, word: Kind) -> None:
    folder = here.joinpath(*["d" * 200] * 4)
    folder.mkdir(parents=True)
    (folder / "levels.jsonl").write_text(line("1"), encoding="utf-8")
    message = only_text(str(folder / "levels.jsonl"))
    assert "levels.jsonl: word puzzle '1'" in message
    assert len(message) < 500


# What is wrong with a file


def test_a_missing_file_suggests_a_near_one(here: Path) -> None:
    levels(line())
    assert trouble("level.jsonl") == "There is no file level.jsonl. Did you mean levels.jsonl?"
    near = here / "level.jsonl"
    assert trouble(str(near)).endswith(f"Did you mean {here / 'levels.jsonl'}?")
    assert trouble("quite-different") == "There is no file quite-different."
    assert trouble("course.jsonl") == "There is no file course.jsonl."


def test_a_link_that_leads_nowhere_is_a_missing_file(here: Path) -> None:
    Path("levels.jsonl").symlink_to("gone")
    assert trouble("levels.jsonl") == "There is no file levels.jsonl."


def test_a_folder_is_refused(here: Path) -> None:
    assert trouble(".") == ". is a folder. Name a file in it."


@contextmanager
def not_as_root() -> Iterator[None]:
    """Give up root rights for a moment, since root may read everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_file_without_permission_is_refused(here: Path) -> None:
    Path(levels(line())).chmod(0)
    with not_as_root():
        assert trouble("levels.jsonl") == "levels.jsonl: no permission to read it."


def test_names_that_no_file_can_have_are_refused() -> None:
    assert trouble("a\0b") == r"a\x00b cannot be read: embedded null byte."
    assert trouble("b" * 300).endswith("b cannot be read: File name too long.")
    assert trouble("\udcff\udcfe") == r"There is no file \udcff\udcfe."


def test_a_stream_that_cannot_be_read_is_refused(here: Path) -> None:
    closed = io.BytesIO()
    closed.close()
    assert trouble("-", stdin=closed) == "standard input cannot be read: I/O operation on closed file."


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is empty. It should hold one puzzle per line."),
        (b"\n \r\n\t\n", "holds no puzzles."),
        (b"\xef\xbb\xbf", "holds no puzzles."),
        (b"\x89PNG\r\n", "is not UTF-8 text (byte 0). Save it as UTF-8."),
        ("{}".encode("utf-16"), "is not UTF-8 text (byte 0). Save it as UTF-8."),
        (b'{"a": "\xe4"}', "is not UTF-8 text (byte 7). Save it as UTF-8."),
        (b"{\0}", "is not a text file: byte 1 is zero."),
        (b"ab\0" * 1_000_000, "is not a text file: byte 2 is zero."),
    ],
)
def test_a_file_that_is_no_text_with_puzzles_is_refused(here: Path, data: bytes, why: str) -> None:
    Path("levels.jsonl").write_bytes(data)
    assert trouble("levels.jsonl") == f"levels.jsonl {why}"


def test_puzzles_before_a_byte_that_is_no_text_are_still_read(here: Path, word: Kind) -> None:
    long = b'{"puzzle": "' + b"x" * LONGEST_LINE
    found = read(levels(line("a"), long, b"\xff"))
    assert next(found) == Entry(word, "a", "levels-1")
    assert isinstance(next(found), FileError)
    with pytest.raises(FileError) as caught:
        next(found)
    assert f"(byte {len(line('a')) + len(long) + 2})" in str(caught.value)


# Limits


def test_the_longest_line_is_read_and_one_byte_more_is_not(here: Path, word: Kind) -> None:
    fits = line("a" * (LONGEST_LINE - len(line(""))))
    assert len(fits) == LONGEST_LINE
    found = texts(read(levels(fits, fits + " ", line("after"))))
    assert found[0] == "a" * (LONGEST_LINE - len(line("")))
    assert found[1] == "line 2 of levels.jsonl: longer than 1,000,000 bytes"
    assert found[2] == "after"


def test_a_byte_order_mark_does_not_count_as_part_of_the_line(here: Path, word: Kind) -> None:
    fits = line("a" * (LONGEST_LINE - len(line(""))))
    assert len(only_text(levels("\ufeff" + fits))) == LONGEST_LINE - len(line(""))
    padded = "\ufeff" + line() + " " * LONGEST_LINE + "x"
    assert only_text(levels(padded)) == "line 1 of levels.jsonl: longer than 1,000,000 bytes"
    Path("levels.jsonl").write_bytes(b"\xef\xbb\xbf{" + b" " * (LONGEST_LINE - 2) + b"\xe2")
    assert f"(byte {LONGEST_LINE + 2})" in trouble("levels.jsonl")


def test_a_character_cut_in_half_by_the_limit_is_no_encoding_error(here: Path, word: Kind) -> None:
    for padding in range(4):
        found = texts(read(levels("{" + " " * padding + "€" * LONGEST_LINE, line("after"))))
        assert found == ["line 1 of levels.jsonl: longer than 1,000,000 bytes", "after"]


def make_long_line(size: int) -> str:
    """Write a sparse file whose first line has that many bytes."""
    with Path("levels.jsonl").open("wb") as file:
        file.write(b'{"kind": "word", "puzzle": "' + b"a" * LONGEST_LINE)
        file.seek(size)
        file.write(f"\n{line('after')}\n".encode())
    return "levels.jsonl"


def peak_megabytes(target: str) -> tuple[list[str], float]:
    tracemalloc.start()
    try:
        found = texts(read(target))
        return found, tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def test_a_line_of_100_megabytes_is_skipped_in_little_memory(here: Path, word: Kind) -> None:
    found, peak = peak_megabytes(make_long_line(100_000_000))
    assert found == ["line 1 of levels.jsonl: longer than 1,000,000 bytes", "after"]
    assert peak < 10


def test_a_customary_file_is_read_only_up_to_its_limit(here: Path, word: Kind) -> None:
    Path("words.txt").write_bytes(b"WORDS\n" + (b"a" * 999 + b"\n") * 30_000)
    tracemalloc.start()
    assert (
        trouble("words.txt")
        == "words.txt is not JSON Lines, and other files are limited to 10,000,000 bytes. Split it."
    )
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 * LARGEST_CUSTOMARY
    Path("words.txt").write_bytes(b"WORDS" + b"a" * 2_000_000)
    assert trouble("words.txt") == "words.txt has more than 1,000,000 bytes in line 1."


def test_the_longest_line_of_a_customary_file_is_read_and_one_byte_more_is_not(
    here: Path, word: Kind
) -> None:
    longest = "a" * LONGEST_LINE
    Path("words.txt").write_text(f"WORDS\nabc\n{longest}\n")
    assert texts(read("words.txt")) == ["abc", longest]
    Path("words.txt").write_text(f"WORDS\nabc\n{longest}a\n")
    assert trouble("words.txt") == "words.txt has more than 1,000,000 bytes in line 3."


# Customary formats


def test_a_customary_file_keeps_its_line_numbers_but_ids_count_levels(here: Path, word: Kind) -> None:
    Path("words.txt").write_bytes(b"\r\n\r\nWORDS\r\nabc\r\n12\r\n\r\nxyz")
    found = list(read("words.txt"))
    assert texts(found) == ["abc", "line 5 of words.txt: word puzzle '12' is not made of letters", "xyz"]
    assert [item.id for item in found if isinstance(item, Entry)] == ["words-1", "words-3"]


def test_a_customary_file_without_puzzles_is_refused(here: Path, word: Kind) -> None:
    Path("words.txt").write_text("WORDS\n")
    assert trouble("words.txt") == "words.txt holds no puzzles, though it looks like a file of word."


def test_a_file_of_no_known_format_says_what_is_understood(here: Path, word: Kind) -> None:
    Path("levels.json").write_text('[{"kind": "word"}]')
    message = trouble("levels.json")
    assert message.startswith(
        "levels.json has no known format (JSON Lines, files of failing, files of word)."
        ' Write one puzzle per line: {"kind": "...", "puzzle": "..."}'
    )
    assert "failing failed: ZeroDivisionError" in message


def test_the_first_kind_that_recognises_a_file_gets_it(
    here: Path, word: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    rival = make_kind("zz", recognise=recognise_words)
    monkeypatch.setitem(sys.modules, "qt_zz", SimpleNamespace(KIND=rival))
    monkeypatch.setattr(registry, "places", lambda: {"word": "qt_word", "zz": "qt_zz"})
    Path("words.txt").write_text("WORDS\nabc")
    assert list(read("words.txt")) == [Entry(word, "abc", "words-1")]


# Writing


def test_what_is_written_is_read_again(here: Path, word: Kind) -> None:
    entries = [
        Entry(word, "abc", "one", "Ä title", "«source»", {"n": 10**30, "x": 0.1, "s": "\u2028\n", "t": True}),
        Entry(word, "xyz", "two", facts={"none": None}),
    ]
    write("out.jsonl", entries)
    assert list(read("out.jsonl")) == entries


def test_the_version_of_the_rules_is_always_written(word: Kind) -> None:
    assert json.loads(format_line(Entry(word, "abc", "x"))) == {
        "kind": "word",
        "puzzle": "abc",
        "id": "x",
        "rules": 2,
    }


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (Entry(WORD, "abc", ""), '"id" must be one line'),
        (Entry(WORD, "abc", "x", "two\nlines"), '"title" must be one line of text'),
        (Entry(WORD, "abc", "x", "\ud800"), "surrogates not allowed"),
        (Entry(WORD, "abc", "x", facts={"a": float("nan")}), "NaN and Infinity are not JSON"),
        (Entry(WORD, "abc", "x", facts={"a": [1]}), '"facts" must be'),  # type: ignore[dict-item]
        (Entry(WORD, "abc", "x", facts={"a": object()}), "not JSON serializable"),  # type: ignore[dict-item]
        (Entry(WORD, "abc", "x", facts={"a": deep_list()}), "recursion"),
        (Entry(WORD, "a" * 1_000_001, "x"), "longer than 1,000,000 bytes"),
    ],
)
def test_what_could_not_be_read_is_not_written(here: Path, entry: Entry, why: str) -> None:
    Path("out.jsonl").write_text("as before")
    with pytest.raises(FileError) as caught:
        write("out.jsonl", [Entry(WORD, "abc", "good"), entry])
    assert "cannot be written: " in str(caught.value)
    assert why in str(caught.value)
    assert Path("out.jsonl").read_text() == "as before"


def test_a_file_without_puzzles_or_with_an_id_twice_is_not_written(here: Path) -> None:
    with pytest.raises(FileError, match=r"Cannot write out\.jsonl: there are no puzzles to write"):
        write("out.jsonl", [])
    with pytest.raises(FileError, match=r"Cannot write out\.jsonl: two puzzles have the id 'x'"):
        write("out.jsonl", [Entry(WORD, "a", "x"), Entry(WORD, "b", "x")])
    assert not Path("out.jsonl").exists()


# Examples


def test_examples_need_no_registered_kind(tmp_path: Path) -> None:
    kind = make_kind("domino", folder=tmp_path)
    (tmp_path / "examples.jsonl").write_text('{"kind": "domino", "puzzle": "abc"}')
    assert examples(kind) == [Entry(kind, "abc", "domino-1")]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"kind": "domino", "puzzle": "1"}', "line 2 of domino/examples.jsonl: word puzzle '1'"),
        (
            '{"kind": "word", "puzzle": "abc"}',
            "line 2 of domino/examples.jsonl: a puzzle of the kind 'word' cannot be an example of domino",
        ),
    ],
)
def test_a_bad_example_is_raised(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "examples.jsonl").write_text('{"kind": "domino", "puzzle": "abc"}\n' + text)
    with pytest.raises(FileError) as caught:
        examples(make_kind("domino", folder=tmp_path))
    assert str(caught.value).startswith(why)


def test_a_kind_without_examples_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"There is no file domino/examples\.jsonl\."):
        examples(make_kind("domino", folder=tmp_path))


# Whatever the bytes, with the kinds that there really are

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["sudoku", SUDOKU]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
names = st.sampled_from(["kind", "puzzle", "id", "title", "source", "facts", "rules"]) | st.text(max_size=3)
odd_lines = st.dictionaries(names, values).map(lambda fields: json.dumps(fields).encode())
panels_and_grids = st.text("0123456789.|-+SE# \n/", max_size=100).map(str.encode)
hostile = st.lists(st.binary() | odd_lines | panels_and_grids, max_size=5).map(b"\n".join)


def check_that_only_clear_errors_come(target: str, stdin: bytes) -> None:
    found: list[Entry | FileError] = []
    try:
        found.extend(read(target, stdin=io.BytesIO(stdin)))
    except (FileError, UnknownNameError) as error:
        assert str(error).isprintable()
    for item in found:
        assert isinstance(item, Entry) or str(item).isprintable()


@given(hostile)
@example(b'{"kind": "sudoku", "puzzle": "' + SUDOKU.encode() + b'"}')
@example(SUDOKU.encode())
def test_no_bytes_give_anything_but_puzzles_and_clear_errors(data: bytes) -> None:
    check_that_only_clear_errors_come("-", data)


@given(st.text() | st.tuples(st.sampled_from(["sudoku", "witness"]), st.text()).map(":".join))
def test_no_target_gives_anything_but_puzzles_and_clear_errors(target: str) -> None:
    check_that_only_clear_errors_come(target, b"")


@given(
    name=st.text(min_size=1),
    title=st.text(),
    facts=st.dictionaries(st.text(), st.none() | st.booleans() | st.integers() | st.floats() | st.text()),
)
def test_every_entry_is_read_as_it_was_written_or_not_written(
    name: str, title: str, facts: dict[str, FactValue]
) -> None:
    sudoku = registry.find_kind("sudoku")
    entry = Entry(sudoku, sudoku.parse(SUDOKU), name, title, facts=facts)
    try:
        written = format_line(entry)
    except FileError:
        return
    assert list(read("-", stdin=io.BytesIO(written.encode()))) == [entry]


# Long files


LEVEL = b"#####\n#@$.#\n#####\n"
SUDOKU_LINE = b'{"kind": "sudoku", "puzzle": ".3....3....41..."}\n'


@pytest.mark.parametrize(("puzzle", "name"), [(LEVEL, "sokoban"), (SUDOKU_LINE, "sudoku")])
def test_many_blank_lines_cost_little_and_keep_the_line_numbers(
    puzzle: bytes, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Count the lines that are looked at one by one."""
    looked, blank = 0, b" \t\r\n\n" * 500_000
    check = lines._check_text

    def counted(line: bytes, offset: int, source: Any) -> None:
        nonlocal looked
        looked += 1
        check(line, offset, source)

    monkeypatch.setattr(lines, "_check_text", counted)
    found = list(read("-", stdin=io.BufferedReader(io.BytesIO(b"\n" + blank + puzzle + blank + puzzle))))
    numbers = [2 + 1_000_000, 2 + 2_000_000 + puzzle.count(b"\n")]
    assert all(isinstance(each, Entry) and each.kind.name == name for each in found)
    assert [each.where for each in found if isinstance(each, Entry)] == [
        f"standard input, line {n}" for n in numbers
    ]
    assert looked < 1000  # of 2,000,000


def test_a_line_that_is_no_object_among_those_of_another_program_is_named(here: Path) -> None:
    good = '{"grid": ".3....3....41..."}'
    found = list(read(levels(good, "[1]", "{", good.replace("1", "2"))))
    assert [isinstance(each, FileError) for each in found] == [False, True, True, False]
    assert "not a JSON object" in str(found[1]) and "not valid JSON" in str(found[2])


def test_a_python_file_is_met_with_how_to_name_the_puzzle_in_it(here: Path) -> None:
    Path("mine.py").write_text("class Mine: ...")
    assert trouble("mine.py") == "mine.py is Python. Name the puzzle in it: mine.py:CLASS"


def test_a_file_of_blank_lines_holds_no_puzzles() -> None:
    with pytest.raises(FileError, match="holds no puzzles"):
        list(read("-", stdin=io.BufferedReader(io.BytesIO(b"\n" * 1_000_000))))


def test_the_place_of_a_bad_byte_is_counted_from_the_beginning_of_the_file() -> None:
    data = b"\n" * 1000 + LEVEL + b"\xff"
    for stdin in (io.BytesIO(data), io.BufferedReader(io.BytesIO(data))):
        with pytest.raises(FileError, match=rf"byte {len(data) - 1}\)"):
            list(read("-", stdin=stdin))


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("squar \r\r\re_../.. A=xx,6", "has no known format"),
        (f"id,puzzle\n1,{SUDOKU}\n2,ab\rcd\n", "line 3 has a carriage return outside of quotes"),
        (f'id,puzzle\n1,"{SUDOKU}\n{"x" * 200_000}\n', "or a field that is too long"),
    ],
)
def test_a_table_that_is_none_is_refused_in_one_line(text: str, trouble: str) -> None:
    with pytest.raises(FileError) as caught:
        list(read("-", stdin=io.BufferedReader(io.BytesIO(text.encode()))))
    assert trouble in str(caught.value) and str(caught.value).isprintable()


def test_a_pasted_line_of_json_is_read_as_in_a_file() -> None:
    line = '{"id": "mine", "kind": "sudoku", "puzzle": ".3....3....41..."}'
    [entry] = read(line)
    assert isinstance(entry, Entry) and (entry.id, entry.kind.name) == ("mine", "sudoku")
    [wrong] = read('{"kind": "sudoku"}')
    assert isinstance(wrong, FileError) and str(wrong).startswith('line 1 of pasted text: no "puzzle"')


@pytest.mark.parametrize(
    "text",
    [
        f"https://puzz.link/p?sudoku/{'5' * 90_000}",
        f"name{' ' * 200_000}!\nand another line",
    ],
)
def test_a_line_that_never_ends_is_refused_in_time_that_grows_with_it(text: str) -> None:
    # By a pattern that begins again at every character it would take minutes.
    with pytest.raises(FileError):
        list(read("-", stdin=io.BytesIO(text.encode())))


@pytest.mark.parametrize("odd", ["1e999", "-1e999", "NaN", "null", '"a"'])
@pytest.mark.parametrize(
    "text",
    [
        '{"walls": [[13, %s]], "goals": [[0, 1]], "ball": [0, 0]}',
        '{"walls": [[13, 7]], "goals": [[0, 1]], "ball": [0, %s]}',
        '{"isWall": [[true]], "boxes": [[1, %s]], "targets": [[1, 3]], "man_row": 1, "man_col": 1}',
        '{"isWall": [[true]], "boxes": [[1, 2]], "targets": [[1, 3]], "man_row": 1, "man_col": %s}',
    ],
)
def test_a_number_in_json_that_is_none_is_refused(text: str, odd: str) -> None:
    [problem] = read("-", stdin=io.BytesIO((text % odd).encode()))
    assert isinstance(problem, FileError) and "not complete" in str(problem)
