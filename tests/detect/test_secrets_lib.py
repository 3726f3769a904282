"""The second opinion: whole tokens, as many patterns as expected, and the same from the cache."""

from __future__ import annotations

import json
import string
import subprocess
import sys
import zlib
from pathlib import Path
from random import Random

import pytest
from detect_secrets.plugins.stripe import StripeDetector

from safedigest.detect import secrets_lib
from safedigest.detect.cache import Cache
from safedigest.detect.engine import Finder
from safedigest.detect.fold import fold
from safedigest.detect.rules import RuleDetector
from safedigest.errors import RuleError

RANDOM = Random(11)


def piece(size: int, alphabet: str = string.ascii_letters + string.digits) -> str:
    return "".join(RANDOM.choices(alphabet, k=size))


TOKENS = {
    "aws": "AKIA" + piece(16, string.ascii_uppercase + string.digits),
    "github": "gho_" + piece(36),
    "gitlab": "glpat-" + piece(24),
    "jwt": f"eyJ{piece(20)}.{piece(30)}",
    "pypi": "pypi-AgEIcHlwaS5vcmc" + piece(80),
    "sendgrid": f"SG.{piece(22)}.{piece(43)}",
    "slack": f"xoxb-{piece(12, string.digits)}-{piece(24)}",
    "square": "sq0csp-" + piece(43),
    "stripe": "sk_live_" + piece(24),
}


@pytest.mark.parametrize("name", TOKENS)
def test_the_whole_token_is_the_span(name: str) -> None:
    """The plugins' capture groups would give ``gho`` of a GitHub token."""
    text = f"我的{TOKENS[name]}，谢谢"
    spans = Finder([RuleDetector(secrets_lib.rules())]).find(fold(text))
    assert {(s.start, s.end) for s in spans} == {(2, 2 + len(TOKENS[name]))}
    assert all(TOKENS[name].startswith(TOKENS[name][: s.label]) and 3 <= s.label < 12 for s in spans)


def test_cached_and_live_are_the_same(tmp_path: Path) -> None:
    live = secrets_lib.rules()
    assert secrets_lib.rules(Cache(tmp_path)) == live == secrets_lib.rules(Cache(tmp_path))
    assert (tmp_path / "secrets-lib.cache").is_file()


def test_with_a_cache_the_library_is_not_imported(tmp_path: Path) -> None:
    secrets_lib.rules(Cache(tmp_path))
    code = (
        "import sys; from pathlib import Path; from safedigest.detect import secrets_lib;"
        "from safedigest.detect.cache import Cache;"
        "secrets_lib.rules(Cache(Path(sys.argv[1]))); print('detect_secrets' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("damage", ["key", "less", "form", "flags", "nothing"])
def test_a_doubtful_cache_is_made_anew(tmp_path: Path, damage: str) -> None:
    live = secrets_lib.rules(Cache(tmp_path))
    file = tmp_path / "secrets-lib.cache"
    entry = json.loads(zlib.decompress(file.read_bytes()))
    match damage:
        case "key":
            entry["key"] = "0"
            entry["value"] = {}
        case "less":
            entry["value"]["JwtTokenDetector"] = []
        case "form":
            entry["value"]["JwtTokenDetector"] = ["eyJ"]
        case "flags":
            entry["value"]["JwtTokenDetector"] = [["eyJ", "32"]]
        case _:
            entry["value"] = None
    file.write_bytes(zlib.compress(json.dumps(entry).encode()))
    assert secrets_lib.rules(Cache(tmp_path)) == live


def test_a_library_with_fewer_patterns_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    secrets_lib._live.cache_clear()
    monkeypatch.setattr(StripeDetector, "denylist", [])
    with pytest.raises(RuleError, match="StripeDetector"):
        secrets_lib.rules()
    monkeypatch.setattr(StripeDetector, "denylist", 7)
    with pytest.raises(RuleError, match="StripeDetector"):
        secrets_lib.rules()
    secrets_lib._live.cache_clear()


def test_a_missing_library_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets_lib, "find_spec", lambda _: None)
    with pytest.raises(RuleError, match="not installed"):
        secrets_lib.rules()
