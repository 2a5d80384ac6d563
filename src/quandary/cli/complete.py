"""`quandary --show-completion SHELL`: a script that completes commands, options and kinds in a shell.

The script holds all names, so that pressing the tab key runs nothing. Load it once, or put the line into the file
that your shell reads at its start: ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish.

    source <(quandary --show-completion bash)
    source <(quandary --show-completion zsh)
    quandary --show-completion fish | source
"""

from collections.abc import Iterator
from typing import Any

from quandary.cli.inner import INNER

NAME = "quandary"


def script(shell: str, command: Any) -> str:
    """Return the script for a shell, which completes a command with all its verbs."""
    from quandary.library.registry import places

    words = {" ".join(path): options for path, options in _commands(command, ())}
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](words, sorted(places()))


def _commands(command: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Yield each command, as the words that name it, with the words that may follow: options or commands."""
    options = sorted(
        {name for each in command.params for name in each.opts if name.startswith("--")} | {"--help"}
    )
    inner = dict(getattr(command, "commands", {}))
    names = [*INNER.get(" ".join(path), ()), *(name for name in inner if " " not in name)]
    yield path, [*names, *options]
    for name, each in inner.items():
        yield from _commands(each, (*path, name))


def _bash(words: dict[str, list[str]], kinds: list[str]) -> str:
    within = " ".join(f"{outer}:{name}" for outer, names in INNER.items() for name in names)
    cases = "\n".join(f'    "{path}") words="{" ".join(options)}" ;;' for path, options in words.items())
    return f"""_{NAME}() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} path="" words="" each
  for each in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "$each" in -*) ;; *) [[ -z $path || $path == study || " {within} " == *" $path:$each "* ]] && path="${{path:+$path }}$each" ;; esac
  done
  case "$path" in
{cases}
  esac
  case "$path" in generate|kinds|exhaust) [[ $word != -* ]] && words="$words {" ".join(kinds)}" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _{NAME} {NAME}"""


def _zsh(words: dict[str, list[str]], kinds: list[str]) -> str:
    return f"autoload -U +X bashcompinit && bashcompinit\n{_bash(words, kinds)}"


def _fish(words: dict[str, list[str]], kinds: list[str]) -> str:
    lines = []
    for path, options in words.items():
        names = path.split()
        seen = (
            " and ".join(f"__fish_seen_subcommand_from {name}" for name in names) or "__fish_use_subcommand"
        )
        for each in options:
            what = f"-l {each.removeprefix('--')}" if each.startswith("--") else f"-a {each}"
            lines.append(f"complete -c {NAME} -n '{seen}' {what}")
    starts = "__fish_seen_subcommand_from generate kinds exhaust"
    lines.append(f"complete -c {NAME} -n '{starts}' -a '{' '.join(kinds)}'")
    return "\n".join(lines)
