"""``safedigest rules``: a list, one rule whole, the proof, the lint."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from safedigest.detect import rulefile

RULE = """
[[rule]]
id = "acme-token"
kind = "api-key"
about = "Acme token"
see = "https://example.com"
keywords = ["acme_"]
pattern = '''{left}acme_[0-9a-z]{{20,}}+'''
match = ["acme_{{lower:24}}"]
reject = ["acme_corp"]
[[literal]]
value = "{value}"
"""


def run(*words: str | Path) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "safedigest", "rules", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def own(folder: Path, left: str = "(?<![0-9A-Za-z])", value: str = "a-value-of-mine") -> Path:
    file = folder / "own.toml"
    file.write_text(RULE.format(left=left, value=value), encoding="utf-8")
    return file


def test_the_shipped_rules_are_listed() -> None:
    code, out, _ = run("list")
    assert code == 0
    assert len(out.splitlines()) > 100


def test_one_rule_is_shown_whole_and_literals_never(tmp_path: Path) -> None:
    code, out, err = run("show", "acme-token", own(tmp_path))
    assert code == 0
    assert "acme_[0-9a-z]{20,}+" in out
    assert "a-value-of-mine" not in out + err
    assert run("show", "nothing", own(tmp_path))[0] == 2


def test_a_rule_that_holds_is_0_and_one_that_does_not_is_3(tmp_path: Path) -> None:
    assert run("test", own(tmp_path)) == (0, "1 rules, all hold\n", "")
    code, out, _ = run("test", own(tmp_path, left=r"\b"))
    assert code == 3
    assert "own.toml: rule acme-token: match 1 is not masked whole glued to Chinese" in out
    assert run("lint", own(tmp_path, left=r"\b"))[0] == 3
    assert run("lint", own(tmp_path)) == (0, "1 rules, all are sound\n", "")


def test_a_bad_file_is_one_line_and_3(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("[[rule]]\nid = 3\n")
    code, out, err = run("list", tmp_path / "own.toml")
    assert (code, out) == (3, "")
    assert err == "safedigest: own.toml: rule 3: id must be a text\n"


def test_a_shipped_file_is_proved_like_any_other() -> None:
    code, out, err = run("test", rulefile.shipped_folder() / "encoded.toml")
    assert (code, err) == (0, "")
    assert out.endswith("all hold\n")


def test_a_bad_file_of_a_home_stops_the_run_with_one_line_and_3(tmp_path: Path) -> None:
    folder = tmp_path / "safedigest" / "rules"
    folder.mkdir(parents=True)
    own(folder, left="(")
    command = [sys.executable, "-m", "safedigest", "redact", "--home", str(tmp_path)]
    done = subprocess.run(command, input="talk", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        "safedigest: own.toml: rule acme-token: the pattern is not valid; patterns are Python's `re` syntax\n"
    )


def test_rules_of_gitleaks_are_listed_and_counted_and_what_is_not_read_is_said(tmp_path: Path) -> None:
    file = tmp_path / "team.gitleaks.toml"
    file.write_text("[[rules]]\nid = 'acme-key'\nregex = '''acm_[a-z0-9]{20}'''\npath = '''env'''\n")
    assert run("list", file) == (0, "acme-key  api-key         from team.gitleaks.toml\n", "")
    code, out, _ = run("lint", file)
    assert code == 0
    assert "1 rules of gitleaks, all can run here" in out
    assert "team.gitleaks.toml: rule acme-key: not read: path" in out
