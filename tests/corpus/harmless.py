"""What is no secret though it looks odd: ids, digests, versions, placeholders, talk about passwords."""

from __future__ import annotations

import base64
import string
import uuid
from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from safedigest.detect.template import make

Maker = Callable[[Random], str]


def _t(*texts: str) -> Maker:
    return lambda random: make(random.choice(texts), random).text


def _one(*texts: str) -> Maker:
    return lambda random: random.choice(texts)


def _uuid(random: Random) -> str:
    return str(uuid.UUID(bytes=random.randbytes(16), version=4))


def _picture(random: Random) -> str:
    data = base64.b64encode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + random.randbytes(300)).decode()
    return f"![图](data:image/png;base64,{data})"


def _certificate(random: Random) -> str:
    data = base64.b64encode(random.randbytes(330)).decode()
    body = "\n".join(data[i : i + 64] for i in range(0, len(data), 64))
    name = random.choice(("CERTIFICATE", "PUBLIC KEY"))
    return f"-----BEGIN {name}-----\n{body}\n-----END {name}-----"


HARMLESS: Final[Mapping[str, Maker]] = {
    "git-id": _t(
        "fixed in {hex:7}", "commit {hex:40}", "回滚到 {hex:10} 再看", "HEAD is now at {hex:9} tidy up"
    ),
    "uuid": lambda r: r.choice(("request id {}", "trace: {}", "任务 {} 失败了", "{}")).format(_uuid(r)),
    "digest": _t(
        "sha256:{hex:64}",
        "MD5 (a.iso) = {hex:32}",
        "校验和 {hex:64}",
        "integrity sha512-{b64:86}==",
        "image@sha256:{hex:64}",
    ),
    "message-id": _t(
        "call_{alnum:24}",
        "req_{alnum:24} 超时",
        "chatcmpl-{alnum:29}",
        "msg_{alnum:24} was dropped",
        "run_{alnum:24}",
        "toolu_01{alnum:22}",
    ),
    "video": _t(
        "https://www.youtube.com/watch?v={b64url:11}",
        "https://b23.tv/{alnum:7}",
        "https://docs.google.com/document/d/{b64url:44}/edit",
    ),
    "order": _t(
        "订单号 {digit:18!}2",
        "快递单号 SF{digit:13}",
        "tracking 1Z{HEX:16}",
        "流水号 20261201{digit:12}",
        "工单 #{digit:8} 已关闭",
    ),
    "time": _one(
        "1764573600",
        "ts=1764573600123",
        "2026-12-01T06:34:18Z 启动",
        "跑了 18:03:22.123456",
        "epoch 1700000000000",
    ),
    "version": _one(
        "升级到 v20.11.1",
        "Chrome/131.0.6778.86",
        "python 3.11.7 → 3.12.1",
        "固件 1.0.42.7",
        "torch==2.5.1+cu124",
        "0.19.0rc2",
    ),
    "isbn": _one("ISBN 978-7-111-54742-6", "ISBN 9787115428028", "条码 6901234567892"),
    "network": _t(
        "192.168.{digit:1}.23",
        "10.0.0.5:8080",
        "fe80::1ff:fe23:4567:890a",
        "MAC 3c:22:fb:{hex:2}:{hex:2}:{hex:2}",
        "127.0.0.1",
    ),
    "placeholder": _one(
        "api_key = YOUR_API_KEY",
        "export TOKEN=<your token>",
        "password: ${DB_PASSWORD}",
        "token=os.environ['TOKEN']",
        "sk-...",
        "密码：******",
        "Authorization: Bearer $TOKEN",
        "secret: {{ vault_secret }}",
        "password = getpass.getpass()",
        "key: sk-xxxxxxxxxxxxxxxx",
        "pwd=None",
    ),
    "talk": _one(
        "密码忘了怎么办",
        "密码至少 8 位，要有大小写",
        "token 上限是 8192",
        "how do I reset my password?",
        "这个接口要不要 token",
        "验证码一直收不到",
        "请输入密码",
        "the password must not be empty",
        "max_tokens=4096, temperature=0.7",
        "API key 在哪里申请？",
        "your session token expired, log in again",
        "密码和用户名一样不行吗",
        "keyboard shortcuts for tokenizers",
        "secret santa is on friday",
        "the key to success is sleep",
        "别把密码写在代码里",
    ),
    "chat-zh": _one(
        "明天下午三点开会，别忘了带电脑",
        "这家店的红烧肉不错，一共花了 268",
        "一二三四五六七，上山打老虎",
        "二零二六年十二月一号交付",
        "第三季度同比增长 12.5%",
        "帮我把这段话翻译成英文",
        "三三两两的人走过来",
        "九九归一，七上八下",
        "电视剧一共四十二集",
        "我觉得这个方案一一对应就好",
        "他们五五分成，二八开也行",
    ),
    "chat-en": _one(
        "see you at nine tomorrow",
        "one two three four, testing",
        "I read all five chapters of it twice",
        "room four, second floor, blue door",
        "the echo in hotel lobbies is awful",
        "internationalization and characteristically long words",
        "twenty five or thirty people will come",
        "one by one, two at a time",
        "count to ten and breathe",
    ),
    "code": _one(
        "document.getElementById('loginForm').addEventListener('submit', onSubmit)",
        "class AbstractSingletonProxyFactoryBean extends ProxyConfig {}",
        "SELECT id, password_hash FROM users WHERE token IS NOT NULL",
        "def verify_password(password: str, hashed: bytes) -> bool:",
        "for(var i=0,n=a.length;i<n;i++)t.push(e[a[i]])",
        "ImportError: cannot import name 'soft_unicode' from 'markupsafe'",
        "x = [31, 41, 59, 26, 53, 58, 97, 93]",
        "matrix 1 0 0 1 1 0 1 0",
        "#a1b2c3 与 #00ff7f 两个颜色",
        "kubectl get pod api-7d9f8b6c5-x2x4k -n prod",
        "at com.foo.bar.Baz$1.run(Baz.java:42)",
        "s3://bucket/path/2026/12/01/part-00001-of-00017.parquet",
    ),
    "model": _one(
        "claude-opus-4-20250514",
        "gpt-4o-mini-2024-07-18",
        "Qwen2.5-Coder-32B-Instruct-GPTQ-Int4",
        "text-embedding-3-large",
        "llama-3.1-70b-versatile",
    ),
    "public-key": lambda r: (
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5"
        + "".join(r.choices(string.ascii_letters + string.digits, k=48))
        + " ops@laptop"
    ),
    "certificate": _certificate,
    "picture": _picture,
    "wallet": _t("0x{hex:40}", "钱包地址 0x{hex:40}", "tx 0x{hex:64}"),
    "path": _one(
        "/usr/lib/python3.11/site-packages/numpy/core",
        "C:\\Users\\bob\\AppData\\Local\\Temp",
        "src/components/LoginPasswordForm.tsx",
        "~/.ssh/id_ed25519.pub",
    ),
    "masked": _one(
        "sk-...9f2k", "ghp_...a1B2", "密码是 ***", "token: [masked]", "[withheld]", "key=AKI...4QXZ"
    ),
}
