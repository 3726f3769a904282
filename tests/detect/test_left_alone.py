"""What looks like a secret or stands where one could and is none: whole messages that must not change."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from safedigest.detect.build import default_finder
from safedigest.gate import Gate
from safedigest.text import Raw
from tests.detect.speaking import digits, password

_RNG = Random(20261202)
_CLUSTER = "bcdfghjklmnpqrstvwxz2456789"


@cache
def _gate() -> Gate:
    return Gate(default_finder(personal="default"))


def _masked(text: str) -> str:
    return str(_gate().mask(Raw(text)))


def _drawn(alphabet: str, count: int) -> str:
    return "".join(_RNG.choices(alphabet, k=count))


_BASE62 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


@pytest.mark.parametrize(
    "page", ["login", "reset-password", "account/password", "token", "sso/login", "forgot_password", "auth"]
)
@pytest.mark.parametrize(
    "query",
    [
        "next=%2Fhome",
        "step=2",
        "returnUrl=%2Fcart&lang=en",
        "tab=security",
        "service=https%3A%2F%2Foa.example.net",
    ],
)
def test_the_parameters_of_a_page_about_passwords_stay(page: str, query: str) -> None:
    for address in (
        f"https://shop.example.com/{page}?{query}",
        f"go to /{page}?{query}",
        f"登录页 example.net/{page}?{query} 打不开",
    ):
        assert _masked(address) == address


def test_a_secret_parameter_of_such_a_page_goes() -> None:
    value = password()
    assert value not in _masked(f"https://shop.example.com/login?next=%2Fhome&password={value}")
    assert value not in _masked(f"https://shop.example.com/login lin / {value}")


@pytest.mark.parametrize(
    "wording",
    ["bv号 BV1{} 那个视频", "视频号 v.example.com/{} 打开看", "型号 kx{} 还有货吗", "单号 {} 到哪了"],
)
def test_the_number_of_a_thing_is_no_account(wording: str) -> None:
    text = wording.format(_drawn(_BASE62, 7) + "7")
    assert _masked(text) == text


@pytest.mark.parametrize(
    "command",
    [
        "docker run -d -e DB_PASSWORD postgres:16-alpine",
        "podman run -e MYSQL_ROOT_PASSWORD mariadb:11",
        "docker run --env API_TOKEN --env DB_PASSWORD registry.example.net/team/app:2.3",
        "docker build --build-arg NPM_TOKEN .",
        "docker build --secret id=npm_token,src=$HOME/.npmrc .",
        "docker run -e REDIS_PASSWORD redis 这样写行吗",
    ],
)
def test_a_variable_that_a_container_gets_by_its_name_has_no_value(command: str) -> None:
    assert _masked(command) == command


@pytest.mark.parametrize(
    "command",
    ["docker run -e DB_PASSWORD={} app:1", "docker run -e DB_PASSWORD {} app:1", "app --password {} run"],
)
def test_a_variable_with_a_value_has_one(command: str) -> None:
    value = password()
    assert value not in _masked(command.format(value))


@pytest.mark.parametrize("noun", ["options", "option", "flag", "flags", "argument", "parameter"])
@pytest.mark.parametrize(
    "text",
    [
        "use the --username and --password {} instead",
        "pass in the --token {}; it wins",
        "the --api-key {}\nis new",
    ],
)
def test_talk_about_a_flag_is_no_value(text: str, noun: str) -> None:
    assert _masked(text.format(noun)) == text.format(noun)


@pytest.mark.parametrize(
    "opinion",
    ["dumb", "silly", "ridiculous", "too easy", "impossible to answer", "pointless", "hard", "useless"],
)
@pytest.mark.parametrize(
    "text",
    [
        "security question is {}",
        "my security question is {}, who thought of that",
        "the security question was {}",
    ],
)
def test_an_opinion_about_a_question_is_no_answer(text: str, opinion: str) -> None:
    assert _masked(text.format(opinion)) == text.format(opinion)


@pytest.mark.parametrize(
    "text",
    [
        "剧本里特工说 暗号是猫头鹰叫两声",
        "小说里接头暗号是月亮出来了 后来被识破",
        "故事里他们约的口令是芝麻开花",
        "电影里的密码是大海 太俗了",
        "剧本杀里线索写着口令是月亮",
        "their safe word in the novel is pineapple, kind of a cliche",
        "the secret word in that old movie is umbrella",
    ],
)
def test_what_is_said_in_a_story_is_no_secret(text: str) -> None:
    assert _masked(text) == text


def test_a_story_hides_nothing_that_was_made_up() -> None:
    value = password()
    for text in (
        f"小说里写的 密码是 {value}",
        f"the password in the novel is {value}",
        "剧组 wifi 口令是开机大吉",
    ):
        assert _masked(text) != text


@pytest.mark.parametrize("worst", ["123456", "qwerty123", "12345678", "111111", "admin123"])
@pytest.mark.parametrize(
    "text",
    [
        "密码不要用 {} 这种",
        "密码别用{}",
        "弱口令字典里 {} 排第一",
        "never use {} as a password",
        "passwords like {} are banned",
    ],
)
def test_the_worst_passwords_may_be_spoken_of(text: str, worst: str) -> None:
    assert _masked(text.format(worst)) == text.format(worst)


def test_a_warning_hides_no_other_password() -> None:
    for text in ("别忘了密码是 {}", "do not forget, the password is {}", "wifi密码 {} 太简单了 明天改掉"):
        assert "123456" not in _masked(text.format("123456"))
    value = password()
    assert value not in _masked(f"密码不要用 {value} 这种")


@pytest.mark.parametrize("name", ["摩斯密码", "凯撒密码", "财富密码", "流量密码", "基因密码"])
@pytest.mark.parametrize("text", ["{}就是多加班 哈哈", "{} 是 SOS", "{}是什么意思"])
def test_a_cipher_and_a_figure_of_speech_are_no_label(text: str, name: str) -> None:
    assert _masked(text.format(name)) == text.format(name)


@pytest.mark.parametrize("maker", ["tplink", "netgear r", "asus ac", "redmi", "hikvision", "rtl"])
@pytest.mark.parametrize("text", ["路由器 {} 信号一般", "家里路由器 {} 刷了固件", "无线网卡 {} 驱动装不上"])
def test_a_maker_and_a_number_are_a_product(text: str, maker: str) -> None:
    text = text.format(maker + digits(4))
    assert _masked(text) == text


@pytest.mark.parametrize("text", ["ssid 叫 {}", "wifi名 {} 连这个", "network name is {}"])
def test_the_name_of_a_network_stays_and_its_password_goes(text: str) -> None:
    name, value = f"CMCC-5G-{_drawn(_BASE62, 3)}7", password()
    assert _masked(text.format(name)) == text.format(name)
    assert value not in _masked(f"{text.format(name)} 密码 {value}")


@pytest.mark.parametrize(
    "text",
    [
        "Apartment {}, gate 3, tell the guard I sent you",
        "door {} buzzer is broken, ring the neighbour",
        "电梯到 18 楼 右拐 {}",
        "PO is on truck {}, dock door 12",
        "HS code {}0000 on the form",
        "CPT code {}7 got denied",
        "MCC code {} for restaurants",
        "def connect(host: str, password: SecretStr, port: int = {}) -> None: ...",
    ],
)
def test_a_number_that_belongs_to_something_else_is_no_code(text: str) -> None:
    number = "73" + digits(2)
    assert _masked(text.format(number)) == text.format(number)


def test_the_code_of_a_place_goes() -> None:
    number = digits(4)
    for text in (
        "the alarm code for the apartment is {}",
        "gate code for my truck {}",
        "door {}",
        "buzzer {} for the front",
    ):
        assert number not in _masked(text.format(number))


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 2. Nf3 Nc6 the key move is Rxd7!! and wins",
        "key square d5, key idea Bxh7+!",
        "FEN: r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 3 3",
        "Answer key: 1 B, 2 D, 3 A, 4 C, 5 B",
        "Mod4+Shift+Return opens a terminal",
        "bind key F12, then XF86MonBrightnessUp",
        "ctrl+alt+f2 unlocks nothing",
        "one of Mod2, M2, Mod3, M3, Lock, Mod4, M4,\nButton1, B1, Mod5, M5 Button2, B2, KeyPress",
        "index 83db48f..bf269f4 100644\n-SECRET_KEY = x()",
        "pass force_zip64 to use the ZIP64 format",
        "any combination of the above ('aeiou', 'xyz12')",
        "class User(BaseModel):\n    password: SecretBytes",
        "+---------------+\n| magic word    |\n+---------------+",
        "self.width = new_area**0.5",
        "the base E!0.dev0 sorts below 1!0.dev0",
        "python -m encodings.rot_13 undoes rot13",
    ],
)
def test_notation_of_games_keys_and_programs_stays(text: str) -> None:
    assert _masked(text) == text


def test_a_row_that_counts_is_no_row_of_codes() -> None:
    for first, step in ((20, 1), (38, 1), (97, 1), (100, 2), (122, -1)):
        text = ", ".join(str(first + step * n) for n in range(18))
        assert _masked(f"f({text})") == f"f({text})"


def test_character_codes_of_a_password_go() -> None:
    row = ", ".join(str(ord(c)) for c in f"Kp{password()}!x")
    assert row not in _masked(f"ascii: {row}")


def test_bytes_that_are_no_text_stay() -> None:
    raw = "".join(f"\\x{n:02x}" for n in (0x78, 0x56, 0x34, 0x12, 0x34, 0x12, 0x78, 0x56, 0x41, 0x42))
    assert _masked(f"UUID(bytes='{raw}')") == f"UUID(bytes='{raw}')"


def test_the_names_of_a_cluster_stay() -> None:
    pod, name = (
        f"token-svc-{_drawn(_CLUSTER, 9)}-{_drawn(_CLUSTER, 5)}",
        f"default-token-{_drawn(_CLUSTER, 5)}",
    )
    text = f"NAME  TYPE\n{pod}   1/1   Running   3   5d2h\n{name}   kubernetes.io/service-account-token   3   212d"
    assert _masked(text) == text


def test_an_id_with_a_name_space_stays() -> None:
    text = f"spotify:track:{_drawn(_BASE62, 22)} is stuck in my head"
    assert _masked(text) == text


def test_the_keys_of_a_compact_answer_are_no_values() -> None:
    request = "65" + _drawn("0123456789abcdef", 6)
    text = f'{{"code":40001,"msg":"invalid credential, access_token is not latest","rid":"{request}"}}'
    assert _masked(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "ALTER USER app IDENTIFIED BY :new_password;",
        "CREATE USER lin IDENTIFIED BY @pass;",
        "ALTER USER app IDENTIFIED BY '&new_pass';",
        'System.out.println("token=" + token.substring(0, 4));',
        "print('password: ' + mask(password) + '!')",
        'PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]',
        "hostapd: wpa_key_mgmt=WPA-PSK rsn_pairwise=CCMP",
        " name            value        environments\n API_TOKEN       Encrypted    Production",
    ],
)
def test_code_that_passes_a_secret_on_stays(text: str) -> None:
    assert _masked(text) == text


@pytest.mark.parametrize("name", ["pgpass", "web-tls", "registry-cred", "csrf"])
@pytest.mark.parametrize(
    "text",
    [
        '[WARN] secret "{}" not found in namespace prod',
        'Error: secrets "{}" is forbidden: User "ci"',
        "key '{}' does not exist",
        'Token "{}" missing or incorrect.',
    ],
)
def test_the_name_of_a_secret_is_none(text: str, name: str) -> None:
    assert _masked(text.format(name)) == text.format(name)


@pytest.mark.parametrize(
    "text",
    [
        "任何索要验证码的都是诈骗，请拨打 96110",
        "转账前请核实 如有疑问致电 95588 切勿泄露验证码",
        "飞书 code 19021 sign match fail",
        'raise AuthError("token expired", code=40101)',
        "Invalid login: 535-5.7.8 Username and Password not accepted",
        "We enforce MFA for all admins since 1 March 2024",
        "enable secret is set on all switches, don't touch",
        "user story US-1182, 5 points",
        "My Tesla VIN starts with 5YJ3",
        "switch friend code SW-4827-1139-2204 add me",
    ],
)
def test_a_number_of_the_public_or_of_a_program_is_no_code(text: str) -> None:
    assert _masked(text) == text


def test_a_code_whose_message_speaks_of_errors_goes() -> None:
    for count in (4, 6):
        number = digits(count)
        assert number not in _masked(f"your code is {number}, ignore the error on the page")


def test_addresses_and_tags_that_are_public_stay() -> None:
    bech32 = "".join(_RNG.choices("023456789acdefghjklmnpqrstuvwxyz", k=38))
    for text in (
        f"tip jar bc1q{bech32} 公开的",
        f'ETag: W/"5f3-{_drawn(_BASE62, 26)}7aB"',
        f"script-src 'nonce-{_drawn(_BASE62, 15)}7'",
    ):
        assert _masked(text) == text


def test_a_pod_is_known_wherever_it_is_named() -> None:
    pod = f"auth-{_drawn(_CLUSTER, 9)}-{_drawn(_CLUSTER, 5)}"
    for text in (
        f"Back-off restarting failed container auth in pod {pod}_prod",
        f"token 那个 pod {pod} 重启了 8 次",
    ):
        assert _masked(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "Port of the token check (acme/widgets-agent#{}).",
        "mirrors the code of the client, see GH#{}",
        "the secrets page keeps the pre-#{} behavior",
        "the exact trap behind the key in #{}-style reports",
        "close open connections with close code 1{:.3}",
        "the socket is closed with code 1{:.3}.",
        "overload is HTTP 429 with body code 1{:.3} and a message",
        "role (uint32) - 0=member, 1=admin, 2=owner, {}",
    ],
)
def test_the_number_of_an_issue_or_of_a_protocol_is_no_code(text: str) -> None:
    text = text.format("73" + digits(3))
    assert _masked(text) == text


@pytest.mark.parametrize(
    "text",
    [
        'apiKey: "your-stt-api-key"',
        "connect with ?token=<_SESSION_TOKEN> here",
        'secret: "<32+ random bytes, base64 or hex>"',
        "User: arn:aws:iam::123456789012:user/x is not authorized",
        "Verify `X-Hub-Signature-256` against the app secret",
        "PyJWKClient does its own key caching, raises PyJWKClientError",
        "(uses cl100k_base to count tokens)",
        "search: get limit*3 candidates per token",
        "outside code uses PIL.TiffImagePlugin.ImageFileDirectory_v1",
        "If you write a server, pass :data:`h11.SERVER`.",
        "arbitrary code\nPre-#29156 was worse",
        "(`claude-code/src/utils/auth.ts:1320`, see there)",
        "@yearly      0 0 1 1 *    H H H H * H",
        'ASCII characters " 123456789#" fill the meter',
        "in accordance with `3986#section-3.2.3`, account aside",
        "methods for key=[val1, val2] case",
        "param Ed25519PrivateKey|Ed25519PublicKey|Ed448PrivateKey key: the key",
        "(``supports_token = True`` + ``verify_token``)",
        "tokens are RS256 JWTs verified against the key set",
        'password: none. Set "true" to enable E2EE\n    MATRIX_E2EE_MODE    off',
        "from number, e.g. +15551234567, and the auth token",
        "Piper (local, free, no API key): OHF-Voice/piper1-gpl neural VITS",
        "It doubles as the freshness token: stored\nresults are tagged with it",
        "the session_key → session_id mapping is dropped",
        'send {"action": "approve", "rule_key": "write_file:ssh"}',
        "authenticates with a username + password instead of a redirect",
        "The SDK (≤ 0.86.0 at the time of writing) stores api_key",
        "Prompt user for sudo password with timeout.",
    ],
)
def test_the_prose_of_manuals_stays(text: str) -> None:
    assert _masked(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "token: {}",
        "the admin token: {}",
        "api_key -> {}",
        "password: {} and more",
        "login lin/{}#2019",
        "密码是 {}#123",
    ],
)
def test_a_drawn_value_in_the_same_places_goes(text: str) -> None:
    value = password()
    assert value not in _masked(text.format(value))


@pytest.mark.parametrize(
    "text",
    [
        "无法将新的存储文件 %.250s 重命名为 %.250s",
        "系统: %d.%02d s，已用时间: %d.%02d s",
        "断开连接: 会话时间: %d:%02d:%02d.%03d user=%s",
        "在日志段%2$s的偏移量%3$u处有无效的magic号%1$04X",
        "请输入 ssh 密钥%%0A  %F%%0A  (%c) 的密码",
        "此密码自从 %.4s-%.2s-%.2s 起未被修改过。%%0A请立即修改。",
        "Do you really want to delete the key identified by keygrip%%0A  %s%%0A  %%C%%0A?",
        '无法从文件 "%s" 读取口令: %m',
        "授权协议 GPLv3+: GNU GPL 版本 3 或之后版本",
        "Git's i18n setup code for shell scripts",
    ],
)
def test_the_messages_of_a_program_before_they_are_filled_in_stay(text: str) -> None:
    assert _masked(text) == text


@pytest.mark.parametrize(
    "name", ["ROOT_PASSWORD", "MYSQL_SECRET_MANAGER_STORED_PASSWORD", "PASS", "SECURITY_TOKEN", "COMMAND"]
)
@pytest.mark.parametrize(
    "text",
    [
        "--root-password={}",
        "set ftp password to {}",
        "--security-token={} | --x=Y",
        "--use-askpass={} 指定程序",
    ],
)
def test_what_a_manual_writes_where_a_value_goes_is_none(text: str, name: str) -> None:
    assert _masked(text.format(name)) == text.format(name)


@pytest.mark.parametrize(
    "text",
    [
        "[-pass arg] [-newkeypass arg] [-key filename|uri]",
        "gcloud run deploy --set-secrets=[KEY=VALUE,...] --image=IMAGE",
        "create x --labels=my-key1=my-value1,my-key2=my-value2",
        "usage: pwd [-LP]",
        "last -a same as -b -d --login -p -r -t -T -u",
        "Please enter your OWN password as authentication.",
        "Your password is inactive.",
        "prompt for a password for the new superuser",
        "Passphrase Entry",
        "Number of previous passwords that cannot be reused. The valid range is 0 to 100.",
        "lin-0:*:20119552:65534:lin-0:/:/usr/sbin/nologin",
        "show what belongs to login by password (see also -afL)",
        "using an existing DNS authorization, run: it",
        "Sets the location of the Kerberos server key file.",
        "a superuser to enable password authentication",
        'reclassify " | " pass " | " goto "',
        "Forget password _immediately",
        "regardless of region-code, user-ip, tls-ja4-fingerprint",
        "locality: Mountain View, postal-code: 94043",
        "Package: perl\nPin: version 5.32*\nPin-Priority: 1001",
        "user units are in user-1001.slice below user.slice",
        "sshd: lin@pts/6 of user lin",
        "按年计的日期 (001-366) 补零",
        "the random seed file and system state pass various checks",
        "A4Tech 无线桌面 RFKB-23",
        "用户界面上 DPI 以 1024* 每英寸点数为单位",
        "auth handled by org.freedesktop.login1.inhibit-suspend-key,\norg.freedesktop.login1.inhibit-lid-switch",
        "AUTH, LOCAL0, LOCAL1, LOCAL2,\nLOCAL3, LOCAL4, LOCAL5",
        "it will not work with pre-2004 versions, wrong password or not",
        "passwd:          compat\ngroup:          compat",
        "key %s: secret key imported",
        "自动签署用金钥 <ftpmaster@example.com>",
    ],
)
def test_the_pages_of_a_manual_stay(text: str) -> None:
    assert _masked(text) == text


@pytest.mark.parametrize(
    "text",
    ["密码 {}", "密码是 {}", "my password is {}", "login lin / {}", "pw: {}", "把 {} 设成密码"],
)
@pytest.mark.parametrize("value", ["Spring*{}", "{}#Sunday", "Rex#{}", "Blue_{}!", "{}+Kiwi"])
def test_marks_inside_a_password_do_not_make_it_notation(text: str, value: str) -> None:
    value = value.format(digits(4))
    assert value not in _masked(text.format(value))


@pytest.mark.parametrize(
    "text",
    [
        "串口 115200 8N1 收到 FF D8",
        "收到 9600 波特",
        "short code 24273 belongs to the bank",
        "solder pins 14-17 together",
        "pins 3 and 5 are ground",
        "MyDatabaseModel(db='postgres://user:pass@localhost:5432')",
        "you did not specify the username and password with this option",
        "make sure account and password are still active",
    ],
)
def test_what_electronics_and_databases_count_is_no_code(text: str) -> None:
    assert _masked(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "- Avoid warnings from cookies [RT#{}]",
        "fix the code. Closes: alioth#{}",
        "records for a particular host with a key. bz#{}",
        "the ABI flaw (CERT VU#{}, since fixed) in secret handling",
        "(cmd_get_passphrase): Ditto.\n\t* agent/x.c (agent_write_private_key): Likewise.",
        "cleanups: Remove unreachable code in the parser (Nick Wellnhofer)",
        "* ed448-verify.c (ed448_shake256_verify): New, see the secret key",
        "Build-depend on the new libgmp10-dev instead of libgmp3-dev.",
        "by :pep:`517`, see <517#in-tree-build-backends> of the key page",
        'set the password of the group to "x".',
        "since base-passwd 3.6.1 the user is in it",
        "handle NULL pw_passwd (Jaroslav Jindrak)",
        "support for changing the passwords with PAM.",
        "disable the 1024-bit diffie-hellman-group1-sha1 key exchange",
        "parking barrier ate my ticket, 0417 on the stub",
        "前端把密码 md5 一下再传有意义吗",
        "ssh key is ed25519, comment lin@x1",
    ],
)
def test_lists_of_changes_stay(text: str) -> None:
    text = text.format("73" + digits(3))
    assert _masked(text) == text
