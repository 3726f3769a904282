"""Make ``safedigest/detect/data/words.txt`` and ``trigrams.bin`` from texts that may be used so.

    python scripts/make_words.py /usr/share/dict/american-english-small

The argument is a list of English words, one a line (made with SCOWL's, Debian package ``wamerican-small``). Counts of
words come from the docstrings and names of the running Python's standard library; technical names and pinyin
syllables, which are facts, stand below.
"""

from __future__ import annotations

import math
import re
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

DATA = Path(__file__).parent.parent / "safedigest/detect/data"
COMMON = 4  # a name in the standard library this often is a technical word
STEP = 16  # units of the table per bit
TECH = """
access aiohttp airflow airtable alembic algolia alibaba aliyun alpine amazon android anthropic antd apache
api app apt arm asana ascii async aurora auth authn authz autossh aws axios azure babel backend backup baidu
base bash bedrock bilibili binance bitbucket bitcoin blob bool bot btc bucket bundle bun byte bytedance
cargo cassandra cdn celery centos chatbot chatgpt checksum chmod chown chrome ci claude cli clickhouse
client cloud cloudflare cloudfront cmake cname codec cohere colab compose conda conf config configmap consul
containerd cookie coredns coze cpu cron crontab css csv ctl curl cursor daemon dapr dashscope datadog
dataset datasource db dbeaver debian debug deepseek default deno deploy desktop dev devops dict dingtalk
discord django dns docker dockerfile dotenv douyin doubao dropbox dynamodb ecs edge elastic elasticsearch
electron email embed endpoint enum env envoy epoch erlang error eslint etcd eth ethereum etl excel exec
facebook fastapi fastly feishu ffmpeg fields figma filebeat filename firebase firecrawl firefox flask flink
flutter foobar frontend frp ftp function gateway gcloud gcp gemini getenv git gitea gitee github gitignore
gitlab gitleaks glm gmail golang google gpg gpt gpu gradle grafana graphql groq grpc gui gunicorn gzip
hadoop haproxy harbor hashicorp haiku hdfs helm hermes heroku hex homebrew hostname hosts html http https
httpx huawei hub hugging huggingface hunyuan iam icloud ide iframe iftop image img influxdb ingress init
inode install instagram int io ios ip ipad iphone ipv iso jar java javascript jdbc jdk jenkins jetbrains
jira jpeg jpg js json jsonl jsonp jupyter jwt kafka keepalived kernel key keycloak kibana kimi kindle kotlin
kubeconfig kubectl kubelet kubernetes lambda langchain laptop laravel ldap libc lib linkedin linux litellm
llama llm localhost log logger login logstash lua mac macbook macos mailgun makefile mariadb markdown maven
maxkey mcp meilisearch memcached merge meta metadata microservice microsoft middleware milvus minimax minio
mistral mixtral mobile mongo mongodb moonshot mpeg mqtt msg mutex mybatis mysql namespace nacos neo netlify
netstat nextjs nfs nginx node nodejs noreply notion npm npx ntp nuget null num numpy nvidia nvme oauth okta
ollama onedrive openai openapi opencv openrouter openshift openssh openssl openvpn opus oracle oss outlook
paas packagist pandas parquet passphrase passwd password paypal pdf perl perplexity php phpmyadmin pip
pipeline pixel playwright png pnpm podman polars popen postgres postgresql postman powershell prettier
prisma prod prometheus protobuf provisioner proxy psql pubkey pycharm pydantic pypi pytest python pytorch
qdrant qiniu qq query queue qwen rabbitmq ram rancher raspberry rclone rds react readme realtime reddit
redhat redis redshift refactor regex region registry replicate repo reranker responses restic router rpc rsa
rspec rss rsync ruby runtime rust salesforce sandbox scala schema scikit scp scrapy sdk selenium sentry
serde server serverless sftp sha shell shopify signin signup siliconflow slack smtp snowflake snyk socks
solana sonar sonnet splunk spotify spring sql sqlalchemy sqlite squid src srv ssd ssh ssl sso standalone
stderr stdin stdout str stripe subnet sudo supabase svelte svg swagger swift swiss symfony syslog systemctl
systemd tailscale tailwind taobao tar tavily tcp telegram temp tencent tensorflow terminal terraform
timestamp tls tmp tmux todo token tokenizer tomcat toml traefik travis trello tsx twilio twitter txt
typescript ubuntu udp ui uid unix unicode uploader upstream uri url usb user userid username utf util utils
uuid uv uvicorn uwsgi val vault vercel vim virtualenv visa vite vitest vlan vllm vm vmware volcengine vpc
vpn vps vscode vue wasm webhook webpack websocket wechat wecom weibo weixin werkzeug whatsapp whisper widget
wifi wiki windows wireguard wordpress workflow workspace www xcode xhs xiaohongshu xiaomi xml yahoo yaml
yarn yml youdao youtube yum zabbix zed zhipu zhihu zip zookeeper zoom zsh asdf foo bar baz qux qwerty kube
github ctx cfg cmd params args kwargs auth ids src dst tmp ptr len idx async await impl struct fn const func
def elif cls var claude opus sonnet haiku codex copilot deepmind nemotron falcon phi gemma yi baichuan
chatglm glm ernie spark doubao step hunyuan embedding ada babbage davinci turbo preview instruct vision
flash lite mini nano ultra thinking reasoner coder chat vl omni
"""
INITIALS = [
    "b",
    "p",
    "m",
    "f",
    "d",
    "t",
    "n",
    "l",
    "g",
    "k",
    "h",
    "j",
    "q",
    "x",
    "zh",
    "ch",
    "sh",
    "r",
    "z",
    "c",
    "s",
    "y",
    "w",
]
PINYIN = {
    "": "a o e ai ei ao ou an en ang eng er",
    "b": "a o ai ei ao an en ang eng i ie iao ian in ing u",
    "p": "a o ai ei ao ou an en ang eng i ie iao ian in ing u",
    "m": "a o e ai ei ao ou an en ang eng i ie iao iu ian in ing u", "f": "a o ei ou an en ang eng u",
    "d": "a e ai ei ao ou an en ang eng ong i ie iao iu ian ing u uo ui uan un",
    "t": "a e ai ao ou an ang eng ong i ie iao ian ing u uo ui uan un",
    "n": "a e ai ei ao ou an en ang eng ong i ie iao iu ian in iang ing u uo uan v ve ue",
    "l": "a e ai ei ao ou an ang eng ong i ia ie iao iu ian in iang ing u uo uan un v ve ue",
    "g": "a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang",
    "k": "a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang",
    "h": "a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang",
    "j": "i ia ie iao iu ian in iang ing iong u ue uan un", "q": "i ia ie iao iu ian in iang ing iong u ue uan un",
    "x": "i ia ie iao iu ian in iang ing iong u ue uan un",
    "zh": "i a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang",
    "ch": "i a e ai ao ou an en ang eng ong u ua uo uai ui uan un uang",
    "sh": "i a e ai ei ao ou an en ang eng u ua uo uai ui uan un uang",
    "r": "i e ao ou an en ang eng ong u ua uo ui uan un",
    "z": "i a e ai ei ao ou an en ang eng ong u uo ui uan un", "c": "i a e ai ao ou an en ang eng ong u uo ui uan un",
    "s": "i a e ai ao ou an en ang eng ong u uo ui uan un",
    "y": "a o e ao ou an ang i in ing ong u ue uan un",
    "w": "a o ai ei an en ang eng u",
}  # fmt: skip


def library_words() -> Counter[str]:
    """Count the words in the sources of the standard library."""
    counts: Counter[str] = Counter()
    for path in Path(sysconfig.get_paths()["stdlib"]).rglob("*.py"):
        if not {"site-packages", "test", "tests", "idle_test"} & set(path.parts):
            text = path.read_text(encoding="utf-8", errors="ignore")
            counts.update(w.lower() for w in re.findall(r"(?<![A-Za-z])[A-Z]?[a-z]{2,}(?![a-z0-9])", text))
    return counts


def syllables() -> list[str]:
    """Return the syllables of pinyin without tones."""
    return sorted({initial + final for initial, finals in PINYIN.items() for final in finals.split()})


def word_counts(dictionary: Path) -> dict[str, float]:
    """Return every word of the list with a weight that grows with its use."""
    counts = library_words()
    listed = {w.lower() for w in dictionary.read_text("utf-8").split() if re.fullmatch(r"[A-Za-z]{3,}", w)}
    names = {w for w, n in counts.items() if n >= COMMON and len(w) >= 3}  # noqa: PLR2004
    tech = {w for w in TECH.split() if len(w) >= 3}  # noqa: PLR2004
    return {w: 1 + math.log2(1 + counts[w] + 8 * (w in tech)) for w in listed | names | tech}


def word_lines(words: dict[str, float]) -> Iterator[str]:
    """Yield the file's lines: two letters, then the rests of the words that begin so."""
    yield "# Words by their first two letters; see README.md beside this file."
    yield "** " + " ".join(syllables())
    groups: dict[str, list[str]] = {}
    for word in sorted(words):
        groups.setdefault(word[:2], []).append(word[2:])
    for head, rests in groups.items():
        yield f"{head} {' '.join(rests)}"


def trigrams(weights: dict[str, float]) -> bytes:
    """Return, for every two characters, what each third one costs in units of 1/16 bit; 0 is a word's edge."""
    three: Counter[tuple[int, int, int]] = Counter()
    two: Counter[tuple[int, int]] = Counter()
    one: Counter[int] = Counter()
    spoken = {a + b: 1.0 for a in syllables() for b in syllables()[::7]}
    for word, weight in [*weights.items(), *((w, 0.2) for w in spoken)]:
        codes = [0, 0, *(ord(c) - 96 for c in word)]
        for a, b, c in zip(codes, codes[1:], codes[2:], strict=False):
            three[a, b, c] += weight  # type: ignore[assignment]
            two[b, c] += weight  # type: ignore[assignment]
            one[c] += weight  # type: ignore[assignment]
    table = bytearray()
    all_one = sum(one.values())
    for a in range(27):
        for b in range(27):
            seen3, seen2 = sum(three[a, b, c] for c in range(27)), sum(two[b, c] for c in range(27))
            for c in range(27):
                p1 = (one[c] + 1) / (all_one + 27)
                p2 = (two[b, c] + 20 * p1) / (seen2 + 20)
                p3 = (three[a, b, c] + 10 * p2) / (seen3 + 10)
                table.append(min(255, round(-math.log2(p3) * STEP)))
    return bytes(table)


def main() -> None:
    """Write both files."""
    weights = word_counts(Path(sys.argv[1]))
    DATA.mkdir(exist_ok=True)
    (DATA / "words.txt").write_text("\n".join(word_lines(weights)) + "\n", encoding="ascii")
    (DATA / "trigrams.bin").write_bytes(trigrams(weights))


if __name__ == "__main__":
    main()
