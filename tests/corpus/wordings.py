"""How secrets are said: wordings with ``{}`` for the value, by group and kind (``*``: all kinds of the group)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WORDINGS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "vendor": {
        "*": (
            "{}",
            "试试这个 {}",
            "先用{}跑通再说",
            "这把给你:{}",
            "换成 {} 之后还是 401",
            "use {} for now",
            "got a new one: {}",
            "here you go {} - rotate it friday",
            "API 返回 403，我填的是「{}」",
            "export TOKEN={}",
            '{{"auth": "{}"}}',
            "curl -H 'Authorization: Bearer {}' https://api.corp.test/v1/me",
            "my bot uses {}, please deploy it",
        ),
    },
    "config": {
        "*": (
            "SERVICE_API_KEY={}",
            "export APP_SECRET='{}'",
            'api_key: "{}"',
            "client-secret = {}",
            '{{"secretKey": "{}", "debug": true}}',
            "db:\n  user: report\n  password: {}\n",
            "[smtp]\npassword = {}",
            '<add key="ApiToken" value="{}"/>',
            "deploy --token {} --env prod",
            "DB_PASS={} DB_HOST=10.0.0.3 ./migrate",
            "spring.datasource.password={}",
            "accessToken: '{}',",
            "ENCRYPTION_KEY = os.getenv('K', '{}')",
        ),
    },
    "url": {
        "password": (
            "postgres://report:{}@db.corp.test:5432/sales",
            "mysql+pymysql://root:{}@127.0.0.1/shop 连不上",
            "redis://:{}@cache.corp.test:6379/0",
            "git clone https://bob:{}@git.corp.test/team/app.git",
            "amqp://svc:{}@mq.corp.test/%2f",
            "mongodb+srv://app:{}@cluster0.corp.test/prod?retryWrites=true",
        ),
        "token": (
            "https://api.corp.test/v2/list?access_token={}&page=2",
            "打开 https://x.corp.test/cb?api_key={} 看看",
            "wss://stream.corp.test/ws?token={}",
            "https://files.corp.test/a.zip?secret={}",
        ),
    },
    "spoken-zh": {
        "password": (
            "后台密码是{}，别外传",
            "路由器口令：{}",
            "账号 admin 密码 {}",
            "把 {} 设成新密码",
            "登录密码改成了{}哈",
            "服务器 root 的密码还是 {}",
            "用户名/密码：ops / {}",
            "wifi 密码：{}",
            "密码:{} 记一下",
            "数据库那台，密码 {} 没变",
        ),
        "pin": ("门锁密码是{}", "取款密码 {}", "保险箱的密码：{}", "支付密码改成{}了", "平板锁屏密码是 {}"),
        "key": (
            "这个平台的密钥是{}",
            "接口的 token：{}",
            "新的 secret 是 {}",
            "令牌给你：{}",
            "app key 我发你 {}",
        ),
    },
    "spoken-en": {
        "password": (
            "my password is {}",
            "the wifi password is {} btw",
            "login: ops / {}",
            "the password for staging is now {}",
            "I changed the root password to {}",
            "user is bob and the password {}",
            "password: {}",
            "pw is {}, don't share",
        ),
        "pin": ("the pin is {}", "door code: {}", "my PIN code is {}", "alarm pin {} please remember"),
        "key": ("the api key is {}", "here is the secret: {}", "token = {}", "my access token is {}"),
    },
    "personal": {
        "mobile": ("我手机号 {}", "打给 {} 就行", "call {} when you arrive", "收货人王五 {} 浙江", "+86 {}"),
        "id": ("身份证号 {}", "id number {} for the ticket", "实名信息：{}", "乘机人 {}"),
        "card": ("打到这张卡 {}", "card {} please", "建行 {} 张三", "收款账号：{}"),
        "otp": (
            "【某某银行】验证码{}，5分钟内有效，请勿泄露",
            "Your verification code is {}",
            "{} is your login code",
            "短信验证码：{}",
            "动态密码为{}",
        ),
    },
}

GLUE: Final = (
    "{}",
    "{}\n谢谢",
    "在吗\n{}",
    "```\n{}\n```",
    "> {}",
    "- {}",
    "{} 🙏",
    "（{}）",
    "**注意** {}",
    "1. {}\n2. 重启",
    "hi,\n\n{}\n\nthanks",
    "{}，帮我看看",
)
