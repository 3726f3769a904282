"""Settings whose name says that they are secret, in the notations that people paste."""

from __future__ import annotations

from random import Random

import pytest

from safedigest.detect import names
from safedigest.detect.template import make
from tests.spans import cost, left, masked

DETECTORS = names.detectors()

NOTATIONS = [
    "DB_PASSWORD={password:12}",
    "export SHOP_SECRET='{alnum:24}' && run",
    "set REDIS_PASS={password:10}",
    '$env:MAIL_TOKEN = "{alnum:30}"',
    "ENV DB_PASS {password:12}",
    "setx PAINT_KEY {alnum:32}",
    "password: {password:12}",
    "  smtp_pass:   '{password:12}'",
    '{{"user": "a", "db_pw":"{password:10}"}}',
    r"{{\"api_key\": \"{alnum:32}\", \"n\": 1}}",
    '"private_token" : "{alnum:30}",',
    'password := "{password:12}"',
    ':secret => "{alnum:24}",',
    'const apiKey: string = "{alnum:32}";',
    'client = Client(token="{alnum:32}", timeout=3)',
    'paint.setPassword("{password:12}")',
    "define('DB_PASSWORD', '{password:12}');",
    'os.environ["PAINT_SECRET"] = "{alnum:24}"',
    "<password>{password:12}</password>",
    '<add key="SmtpPassword" value="{password:12}" />',
    '<property name="password">{password:12}</property>',
    'auth.token = "{alnum:20}"',
    "spring.datasource.druid.password={password:12}",
    "helm upgrade a b --set db.password={password:14}",
    "./run --api-key {alnum:24} --fast",
    "java -Dstore.password={password:12} -jar a.jar",
    "- name: DB_PASSWORD\n  value: {password:12}",
    "secret: |\n  {b64:40}\n  next: 1".replace("\n  next: 1", ""),
    "password    {password:12}",
    "sv_password {alnum:12}",
    "secret 5 $1$abcd${alnum:22}".replace("$1$abcd$", ""),
    "token → {alnum:30}",
    "Server=a;User Id=b;Password={alnum:14};Encrypt=true",
    "口令 = {password:12}",
    "数据库密码：{password:12}",
    "签名密钥：{hex:32}",
    "API Key: {alnum:32}",
    "| name | password |\n|---|---|\n| a | {password:12} |",
    " id | api_token \n----+------\n  1 | {alnum:32}",
    "user,passwd\nbob,{alnum:12}",
    "user,passwd,api_token,mail\nbob,{alnum:12},{alnum:30},b\nann,{alnum:12},{alnum:30},a",
    "| password | {password:12} |",
    "select id, pwd_md5 from t;\n1\t{hex:32}",
    "insert into users(name,password) values('ann','{lower:6}{digit:4}');",
    "REPLACE INTO wifi (`id`, `psk`) VALUES (1, '{password:10}'), (2, '{alnum:10}');",
    "kind: Secret\ndata:\n  anything: {b64:24}\n",
    "PASSWORD={digit:8}",
    'passwords: ["{password:10}", "{password:12}"]',
    "api_keys = ['{alnum:24}', '{alnum:24}']",
    '"password":\n  "{password:12}"',
    "password:\n  {password:12}",
    "<password><![CDATA[{password:12}]]></password>",
    "password: !!str {password:12}",
    'var paintToken string = "{alnum:32}"',
    '$paintToken .= "{alnum:32}"',
    '$paintToken ??= "{alnum:32}"',
    'paintToken || "{alnum:32}"',
    'paintToken!: string = "{alnum:32}"',
    "paintToken,{alnum:32},",
    '<name="paintToken" />\n  <value="{alnum:32}" />',
    "paintkey={alnum:32}",
    "const secret = process.env.PAINT_SECRET || '{password:12}';",
    'password = os.environ.get("A_PASS") or os.environ["B_PASS"] or "{password:12}"',
    "$password = $_ENV['DB_PASS'] ?? '{password:12}';",
    "ENCRYPTION_KEY = os.getenv('K', '{password:12}')",
    'password = settings.get("x", default="{password:12}")',
    'String password = new String("{password:12}");',
    "$password = getenv('DB_PASS') ?: '{password:12}';",
    'api_secret = isProd ? "{password:12}" : "{password:12}"',
    'password = "{password:12}" if debug else "{password:12}"',
    "password: {{{{ vault_pw | default('{password:12}') }}}}",
]


@pytest.mark.parametrize("template", NOTATIONS)
def test_value_is_masked_and_the_rest_stays(template: str) -> None:
    for seed in range(8):
        wanted, got = left(DETECTORS, template, seed)
        assert got == wanted


@pytest.mark.parametrize("wrapping", ["看下 {} 谢谢", "{}，别外传", "```\n{}\n```", "x\n{}\ny", "> {}"])
@pytest.mark.parametrize(
    "template", ["DB_PASSWORD={password:12}", 'token: "{alnum:30}"', "口令＝{password:12}"]
)
def test_what_stands_around_does_not_matter(template: str, wrapping: str) -> None:
    wanted, got = left(DETECTORS, wrapping.replace("{}", template))
    assert got == wanted


@pytest.mark.parametrize("word", ["sunshine", "moonrise", "dragonfly"])
@pytest.mark.parametrize(
    "setting",
    ["password: {}", "DB_PASSWORD={}", '"secret": "{}"', "<password>{}</password>", "--password {}"],
)
def test_plain_word_behind_a_strong_name_is_a_secret_in_a_setting(setting: str, word: str) -> None:
    assert masked(DETECTORS, setting.format(word)) == setting.format("#" * len(word))


HARMLESS = [
    "insert into users(name,password) values(?, ?)",
    "insert into users(name,password) values('ann', :password);",
    "insert into tries(password_count,name) values('12345678','amber77');",
    "token: a unit of text",
    "password: at least 8 characters",
    "password: required",
    "def login(user: str, password: str) -> Token:",
    "func Auth(token string, secret []byte) error {",
    "type Props = { apiKey: string; secret?: string }",
    "self.token = token",
    "token = await get_token(session)",
    "api_key = os.getenv('PAINT_KEY')",
    "const key = process.env.API_KEY;",
    "password = models.CharField(max_length=128)",
    "password: ${DB_PASSWORD}",
    'password: "{{ vault_pw }}"',
    "api_key: your-api-key-here",
    "SECRET_KEY=REPLACE_ME",
    "password=******",
    "OPENAI_API_KEY=sk-pro...uGp3",
    "max_tokens=1024, total_tokens=424946",
    "primary_key: id",
    "public_key: ssh-ed25519",
    "cache_key = f'user:{uid}'",
    "sort_key=lambda x: x[1]",
    "key: value",
    "token_type: bearer; expires_in: 3600",
    "existingSecret: redis-auth",
    "passwordKey: redis-password",
    "password_file: /run/secrets/db",
    "token_url: https://example.org/oauth/token",
    "password_hash VARCHAR(255), api_token CHAR(64)",
    "id-token: write",
    "SELECT id, password FROM users WHERE token IS NOT NULL",
    ".token.string{color:#690}.secret-key::after{content:''}",
    "Enter password:",
    "Pass `--fast` to skip",
    "密码：请参考文档",
    "密码长度至少16位",
    "keyboard: us, author: smith, secretary: jones",
    "requirepass\n",
    "seed=1234567",
    'var paintToken string = "{alnum:32}"',
    '$paintToken .= "{alnum:32}"',
    '$paintToken ??= "{alnum:32}"',
    'paintToken || "{alnum:32}"',
    'paintToken!: string = "{alnum:32}"',
    "paintToken,{alnum:32},",
    '<name="paintToken" />\n  <value="{alnum:32}" />',
    "paintkey={alnum:32}",
    "const secret = process.env.PAINT_SECRET || '';",
    "secret = prod ? prodSecret : devSecret",
    "token = user ? user.token : undefined;",
    "$password = $_ENV['DB_PASS'];",
    "password = x || getPassword()",
    "api_secret = os.getenv('K', '')",
    "api_secret = os.getenv('K', 'default')",
    "token,amount,date",
    "Pass :meth:`peek` a default value to return that instead",
    "via the --username and --password options\n        instead of through the URL",
    "some generic semantic analyzer pass 2 functionality.",
    "q.filter_by(access_token=token_string).first()",
    'return ["pwd", "otp"]',
    "def set(self, username, password):\n    pass\n",
    "pw_name:pw_passwd:pw_uid:pw_gid",
    "mm:ss, HH:MM:SS.mmmmmm, mm: SS.mmmmmm",
    "token = 1*<any CHAR except CTLs>",
    "user anonymous, passwd anonymous@",
    "hotkey=ctrl-alt-8, monkey: 12345678901234",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_harmless_text_stays(text: str) -> None:
    assert masked(DETECTORS, text) == text


def test_masked_text_stays() -> None:
    for shown in ("***", "[masked]", "[REDACTED]", "abc...1234", "[withheld]"):
        text = f"password={shown}"
        assert masked(DETECTORS, text) == text


@pytest.mark.parametrize(
    "unit",
    [
        "password=",
        "password: ",
        "token_",
        "a.token=",
        '"password": "',
        "|password|\n|--|\n",
        "a,password\n1,2\n",
        "password→",
        "token, ",
        "token,",
        "kind: secret\ndata:\n a: b\n",
    ],
)
def test_work_grows_no_faster_than_the_text(unit: str) -> None:
    once, twice = (cost(DETECTORS, unit * (size // len(unit))) for size in (1_000, 2_000))
    assert twice <= 2.3 * once


def test_a_key_that_ends_like_a_name_is_none() -> None:
    text = make("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5{alnum:40}Pwd ops@laptop2", Random(1)).text
    assert masked(DETECTORS, text) == text


@pytest.mark.parametrize(
    "setting",
    ["secret: {}", "REDIS_PASSWORD={}", "password: {}", "PGPASSWORD={} psql -h db1", "client_secret: {}"],
)
@pytest.mark.parametrize("mark", ["_", "-", ""])
def test_a_phrase_is_a_value_in_every_notation(setting: str, mark: str) -> None:
    words = Random(setting + mark).sample(("maple", "otter", "violin", "ribbon", "pony", "spoon"), 3)
    value = mark.join(words) if mark else "".join(word.title() for word in words)
    assert value not in masked(names.detectors(), setting.format(value))


@pytest.mark.parametrize(
    "setting", ["secret: my_app_secret", "password: PasswordResetForm", "token: access_token_handler"]
)
def test_words_of_programs_are_no_phrase(setting: str) -> None:
    assert masked(names.detectors(), setting) == setting
