"""``safedigest redact``: order and everything beside the secrets stay; what cannot be read is withheld."""

from __future__ import annotations

import json
import string
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

TOKEN = "ghp_" + "".join(Random(4).choices(string.ascii_letters + string.digits, k=36))


def run(source: bytes, *words: str) -> tuple[int, bytes, bytes]:
    command = [sys.executable, "-m", "safedigest", "redact", *words]
    done = subprocess.run(command, input=source, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


def rows(*records: object) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def test_each_line_comes_back_with_its_text_masked_and_its_findings() -> None:
    given: list[dict[str, Any]] = [
        {"id": "1", "text": f"收到 {TOKEN}，收好", "extra": [1.5, None]},
        {"text": "nothing", "id": 2},
        {"id": 3, "text": ""},
    ]
    code, out, err = run(rows(*given), "--format", "jsonl")
    first, second, third = map(json.loads, out.splitlines())
    assert (code, err) == (0, b"")
    assert list(first) == ["id", "text", "extra", "findings"]
    assert first["extra"] == [1.5, None]
    (finding,) = first["findings"]
    assert set(finding) == {"rule", "kind", "start", "end", "length"}
    assert given[0]["text"][finding["start"] : finding["end"]] == TOKEN
    assert finding["length"] == 40
    assert first["text"] == f"收到 ghp_...{TOKEN[-4:]}，收好"
    assert (second, third) == ({**given[1], "findings": []}, {**given[2], "findings": []})


@pytest.mark.parametrize(
    "line",
    [b"not json", b'{"text": 7}', b'{"id": "1"}', b'["text"]', b'{"text": "a\xff"}',
     b"[" * 100_000, b"\xff", b'{"text": "x'],
    ids=range(8),
)  # fmt: skip
def test_a_line_that_cannot_be_read_is_withheld_and_the_rest_goes_on(line: bytes) -> None:
    source = rows({"text": "one"}) + line + TOKEN.encode() + b"\n" + rows({"text": "two"})
    code, out, err = run(source, "--format", "jsonl")
    first, withheld, last = map(json.loads, out.splitlines())
    assert (code, err) == (2, b"")
    assert (first["text"], withheld["text"], last["text"]) == ("one", "[withheld]", "two")
    assert [(f["rule"], f["kind"]) for f in withheld["findings"]] == [("withheld", "withheld")]
    assert TOKEN[8:].encode() not in out


def test_half_a_surrogate_pair_survives() -> None:
    code, out, _ = run(b'{"text": "\\ud83d x \\udc00 \\ud83d\\ude00"}\n', "--format", "jsonl")
    assert code == 0
    assert json.loads(out)["text"] == "\ud83d x \udc00 😀"


def test_a_text_keeps_every_other_byte() -> None:
    source = f"\ufeff一\r\n{TOKEN}\t\x0b x\u2028y\r\n\r\nno end".encode()
    code, out, _ = run(source)
    assert code == 0
    assert out == source.replace(TOKEN.encode(), f"ghp_...{TOKEN[-4:]}".encode())


def test_a_line_that_is_no_text_is_withheld() -> None:
    code, out, _ = run(b"one\r\n\xff\xfe" + TOKEN.encode() + b"\r\ntwo\xc3")
    assert (code, out) == (2, b"one\r\n[withheld]\n[withheld]")


def test_an_answer_comes_before_the_next_question() -> None:
    command = [sys.executable, "-m", "safedigest", "redact", "--format", "jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        for text in ("one", "two"):
            process.stdin.write(rows({"text": text}))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["text"] == text
        process.stdin.close()


def test_the_option_overrides_the_setting_of_the_home(tmp_path: Path) -> None:
    (tmp_path / "safedigest").mkdir()
    (tmp_path / "safedigest" / "config.toml").write_text('personal = "none"\n')
    mobile = "139" + "".join(Random(3).choices(string.digits, k=8))
    source, home = f"手机号 {mobile}\n".encode(), ("--home", str(tmp_path))
    assert run(source, *home)[1] == source
    assert run(source, *home, "--personal", "default")[1] != source


def test_a_bad_file_of_the_home_stops_before_anything_is_passed_through(tmp_path: Path) -> None:
    (tmp_path / "safedigest" / "rules").mkdir(parents=True)
    (tmp_path / "safedigest" / "rules" / "own.toml").write_text("[[rule]]\n")
    code, out, err = run(TOKEN.encode(), "--home", str(tmp_path))
    assert (code, out) == (3, b"")
    assert err.startswith(b"safedigest: own.toml: rule")
