"""Values of the home's credential files are masked wherever they are said, and never shown."""

from __future__ import annotations

import base64
import json
import string
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest

from safedigest.detect import known
from safedigest.detect.credentials import harvest
from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold


def secret(size: int, seed: int = 1) -> str:
    return "".join(Random(seed).choices(string.ascii_letters + string.digits, k=size))


def masked(detector: known.KnownValues, text: str) -> str:
    for span in sorted(Finder([detector]).find(fold(text)), key=lambda s: -s.start):
        text = text[: span.start] + "***" + text[span.end :]
    return text


def home(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        file = folder / name.replace("__", "/").replace("_dot_", ".")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


VALUE = secret(24)
FILES = {
    "_dot_env": f"# keys\nexport BRAVE_SEARCH={VALUE}  # mine\n",
    "config_dot_yaml": f"model:\n  name: big\n  api_key: '{VALUE}'  # here\n",
    "auth_dot_json": json.dumps({"providers": [{"access_token": VALUE}]}),
    "mcp-tokens__x_dot_json": json.dumps({"access_token": VALUE}),
    "weixin__accounts__me_dot_json": json.dumps({"token": VALUE}),
}


@pytest.mark.parametrize("name", FILES)
def test_a_value_of_any_credential_file_is_known(tmp_path: Path, name: str) -> None:
    detector = known.from_home(home(tmp_path, **{name: FILES[name]}))
    assert masked(detector, f"我用{VALUE}查到了") == "我用***查到了"


@pytest.mark.parametrize(
    "line",
    [
        "  key: {v}",
        "  - {v}",
        '  key: "{v}"',
        "  m: {{a_key: {v}, b: 1}}",
        "  Authorization: Bearer {v}",
        "  pem: |\n    {v}",
        "- token: {v}",
    ],
)
def test_yaml_is_read_line_by_line(tmp_path: Path, line: str) -> None:
    detector = known.from_home(
        home(tmp_path, config_dot_yaml="api_keys:\n" + line.format(v=VALUE) + "\nnext: 1\n")
    )
    assert VALUE not in masked(detector, f"x {VALUE} y")


def test_the_forms_in_which_a_value_travels_are_known() -> None:
    value = "ab/+" + secret(20) + '"x'
    detector = known.KnownValues([("API_TOKEN", value)])
    for form in (value, json.dumps(value)[1:-1], quote(value, safe="")):
        assert masked(detector, f"<{form}>") == "<***>"
    for lead in ("", "u", "us", "user:"):
        coded = base64.b64encode((lead + value + "!").encode()).decode()
        for text in (coded, coded.translate(str.maketrans("+/", "-_"))):
            assert not any(text[i : i + 8] in masked(detector, text)[8:] for i in range(8, len(text) - 12))


def test_the_password_inside_an_address_is_known() -> None:
    value = secret(9)
    detector = known.KnownValues([("DATABASE_URL", f"postgres://app:{value}@db/x")])
    assert masked(detector, f"it is {value}.") == "it is ***."
    assert masked(detector, "postgres://app@db/x") == "postgres://app@db/x"


@pytest.mark.parametrize(
    ("name", "value", "counts"),
    [
        ("DB_PASSWORD", "q7Zp", True),
        ("SOMETHING", "q7Zp", False),
        ("DB_PASSWORD", "sunshine", False),
        ("DB_PASSWORD", "true", False),
        ("DB_PASSWORD", "${OTHER}", False),
        ("DB_PASSWORD", "48213", False),
        ("DB_PASSWORD", "20713985", True),
        ("CHAT_ID", "20713985", False),
        ("KEY_FILE", "/etc/keys/site.pem", False),
        ("MODEL", "gpt-4o-mini", False),
        ("BASE_URL", "https://api.example.com/v1", False),
        ("TIMEZONE", "Asia/Shanghai", False),
        ("max_tokens", "large9", False),
        ("token_type", "Bearer", False),
        ("WHATEVER", VALUE, True),
    ],
)
def test_what_counts_as_a_value(name: str, value: str, counts: bool) -> None:
    assert known.counts(name, value) is counts


def test_a_short_value_must_stand_by_itself_and_case_counts() -> None:
    value = "Kx7" + secret(5)
    detector = known.KnownValues([("DB_PASSWORD", value)])
    assert masked(detector, f"{value}、({value})密{value}码") == "***、(***)密***码"
    assert (
        masked(detector, f"x{value} {value}1 {value.swapcase()}") == f"x{value} {value}1 {value.swapcase()}"
    )


def test_what_cannot_be_read_is_noted_without_a_value(tmp_path: Path) -> None:
    folder = home(tmp_path, auth_dot_json='{"token": "' + VALUE, _dot_env=f"A_KEY={VALUE}\n")
    detector = known.from_home(folder)
    assert detector.notes == ("auth.json: cannot be read (JSONDecodeError)",)
    assert masked(detector, VALUE) == "***"
    assert VALUE not in f"{detector!r}{detector.notes}{harvest(folder)!r}"


def test_a_home_without_files_knows_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    detector = known.from_home(tmp_path / "none")
    assert detector.keywords == ()
    assert detector.notes == ()
