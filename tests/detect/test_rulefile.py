"""Rule files: read strictly, whole or an error."""

from __future__ import annotations

import json
import shutil
import tomllib
from dataclasses import MISSING, fields
from pathlib import Path

import jsonschema
import pytest

from safedigest.detect import rulefile
from safedigest.detect.cache import Cache
from safedigest.detect.rulefile import Rule
from safedigest.errors import RuleError
from safedigest.model import Kind

FOLDER = rulefile.shipped_folder()
FILES = sorted(FOLDER.glob("*.toml"))
SCHEMA = json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))
GOOD = {
    "id": "acme-token", "kind": "api-key", "about": "Acme", "see": "https://example.com", "keywords": ["acme_"],
    "pattern": "acme_[0-9a-z]{20,}", "match": ["acme_{lower:20}"], "reject": ["acme_"],
}  # fmt: skip


def read(folder: Path, **changes: object) -> Rule:
    table = {**GOOD, **changes}
    lines = [f"{key} = {json.dumps(value)}" for key, value in table.items() if value is not None]
    file = folder / "own.toml"
    file.write_text("[[rule]]\n" + "\n".join(lines), encoding="utf-8")
    return rulefile.load([file]).rules[0]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_shipped_file_follows_the_schema(file: Path) -> None:
    jsonschema.validate(tomllib.loads(file.read_text(encoding="utf-8")), SCHEMA)


def test_the_schema_knows_what_the_loader_knows() -> None:
    rule = SCHEMA["$defs"]["rule"]
    known = {field.name: field for field in fields(Rule) if field.name not in {"file", "user"}}
    assert set(rule["properties"]) == set(known)
    assert set(rule["required"]) == {name for name, field in known.items() if field.default is MISSING}
    assert rule["properties"]["kind"]["enum"] == [kind.value for kind in Kind]
    for name, shape in rule["properties"].items():
        assert "default" not in shape or shape["default"] == known[name].default


def test_a_good_rule_is_read_as_written(tmp_path: Path) -> None:
    rule = read(tmp_path, window=True, before=9, near=["acme"])
    assert (rule.id, rule.kind, rule.keywords, rule.window, rule.before) == (
        "acme-token",
        Kind.API_KEY,
        ("acme_",),
        True,
        9,
    )
    assert (rule.file, rule.user, rule.most) == ("own.toml", False, 11)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"id": "Acme"}, "an id is"),
        ({"id": 7}, "id must be a text"),
        ({"keywords": []}, "keywords must not be empty"),
        ({"keywords": ["Acme_"]}, "lower-case"),
        ({"near": ["Acme"]}, "lower-case"),
        ({"keywords": "acme"}, "a list of texts"),
        ({"keywords": [1]}, "a list of texts"),
        ({"match": None}, "match is missing"),
        ({"see": ""}, "see must not be empty"),
        ({"window": 1}, "true or false"),
        ({"before": True}, "a number"),
        ({"before": -1}, "count characters"),
        ({"kind": "secret"}, "one of vendor-token"),
        ({"checks": ["luhnn"]}, "unknown check"),
        ({"personal": "some"}, "default or all"),
        ({"personal": "all"}, "belongs to rules of kind personal"),
        ({"kind": "personal"}, "belongs to rules of kind personal"),
        ({"color": "red"}, "unknown key"),
    ],
)
def test_a_bad_rule_is_an_error_with_file_rule_and_reason(
    tmp_path: Path, changes: dict[str, object], reason: str
) -> None:
    with pytest.raises(RuleError, match=reason) as caught:
        read(tmp_path, **changes)
    assert str(caught.value).startswith("own.toml: rule ")


def test_two_rules_of_one_name_are_an_error(tmp_path: Path) -> None:
    read(tmp_path)
    shutil.copy(tmp_path / "own.toml", tmp_path / "second.toml")
    with pytest.raises(RuleError, match=r"second.toml: rule acme-token: the id is already taken in own.toml"):
        rulefile.load([tmp_path / "own.toml", tmp_path / "second.toml"])


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"\xff")
    for name in ("latin.toml", "missing.toml"):
        with pytest.raises(RuleError, match=f"{name}: cannot be read"):
            rulefile.load([tmp_path / name])


def test_personal_data_runs_from_its_setting_on(tmp_path: Path) -> None:
    for kind, personal, runs in (("personal", "all", "all"), ("personal", "default", "default all"),
                                 ("otp", "default", "default all"),
                                 ("api-key", None, "none default all")):  # fmt: skip
        rule = read(tmp_path, kind=kind, personal=personal)
        assert [p for p in rulefile.PERSONAL if rule.active(p)] == runs.split()


def test_no_rules_is_an_error_and_never_an_empty_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "lib" / "safedigest" / "detect"
    package.mkdir(parents=True)
    monkeypatch.setattr(rulefile, "__file__", str(package / "rulefile.py"))
    with pytest.raises(RuleError, match="no rule files found"):
        rulefile.shipped()
    (tmp_path / "lib" / "rules").mkdir()
    (tmp_path / "lib" / "rules" / "empty.toml").write_text("")
    with pytest.raises(RuleError, match="hold no rule"):
        rulefile.shipped()


def test_kept_rules_are_the_rules(tmp_path: Path) -> None:
    fresh, made, kept = (
        rulefile.shipped(),
        rulefile.shipped(Cache(tmp_path)),
        rulefile.shipped(Cache(tmp_path)),
    )
    assert fresh == made == kept
    (entry,) = tmp_path.iterdir()
    assert entry.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"{}", b'{"key": "x", "value": {}}'])
def test_a_damaged_cache_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    fresh = rulefile.shipped(Cache(tmp_path))
    (tmp_path / "rules.json").write_bytes(damage)
    assert rulefile.shipped(Cache(tmp_path)) == fresh
