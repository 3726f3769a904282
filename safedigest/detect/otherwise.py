"""What a token is instead of a credential: an address, a file, a date, a version, an amount, code.

``is_else`` judges the whole token by its form. Chat text is hostile, so a form counts only if all of the token has it.
"""

from __future__ import annotations

import re
from typing import Final

_DOMAINS: Final = "com|cn|net|org|io|dev|example|internal|local|lan|app|cc|top|me|ai|co|xyz|info"
_FILES: Final = (
    "py|js|ts|tsx|jsx|go|rs|java|kt|c|h|cpp|md|txt|json|ya?ml|toml|ini|cfg|conf|log|csv|xlsx?|docx?|pptx?|pdf|zip|gz|tar"
    "|rar|7z|png|jpe?g|gif|svg|mp[34]|sh|bat|exe|dll|so|sql|db|pem|crt|cer|key|pub|p12|pfx|jks|keystore|lock|env|html?"
    "|css|xml|iso|apk|ipa|bin|img|vue|rb|php|swift|bak|tmp|sum"
)
_UNITS: Final = (
    "%|x|k|w|h|s|ms|kb|mb|gb|tb|g|m|px|v|a|kg|cm|mm|km|mah|hz|fps|p|t|c|b|d|th|st|nd|rd|l|ml|元|块"
)
_PRODUCTS: Final = (
    "aes|sha|rsa|md|utf|base|ipv|http|tls|ssl|oauth|mp|h|x|win|windows|python|node|java|php|ios|android|iphone|ipad|rtx|gtx"
    "|gpt|claude|qwen|gemini|llama|web|usb|wifi|ps|switch|mac|office|vue|angular|es|log4j|s"
)
_ID_PREFIXES: Final = (  # of ids that services give to things, and show to everyone
    "req|msg|run|job|call|chatcmpl|evt|cus|ord|inv|usr|user|org|proj|thread|asst|file|batch|task|trace|span|node|pod|ins|i"
    "|vpc|sg|subnet|ami|vol|uid|pid|wf|ch|pi|sub|price|prod|acct|build|issue|ticket|conv|chat|room|dev|device"
)
_PLACES: Final = (
    r"[a-z][a-z0-9+.-]{1,20}://\S*",
    rf"www\.\S+|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:{_DOMAINS})(?:[:/?#]\S*)?",
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    r"~?/[\w.@%+~-]*(?:/[\w.@%+~*-]*)*|\.{1,2}/\S*|[a-z]:\\\S*|(?:[\w.-]+/)+[\w.*-]*|(?:/[\w.-]+)+[#?]\S*",
    rf"[\w-]+(?:\.[\w-]+)*\.(?:{_FILES})",
    r"\d{1,3}(?:\.\d{1,3}){3}(?::\d+|/\d+)?|(?:[0-9a-f]{1,4}:){2,7}[0-9a-f:]*|(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}",
)
_AMOUNTS: Final = (
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T_ ]?\d{1,2}:\d{2}(?::\d{2})?\S*)?|\d{1,2}[-/]\d{1,2}[-/]\d{2,4}",
    r"\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:[ap]m)?(?:[-~]+\d{1,2}:\d{2}(?:[ap]m)?)?|\d{1,2}(?:[ap]m)",
    r"v?\d+(?:\.\d+){1,4}(?:[-+.]?(?:rc|beta|alpha|dev|post|pre|b|a|p|final|lts)[\w.]*)?",
    rf"\d+(?:\.\d+)?(?:{_UNITS})",
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|[$€£¥]\d[\d.,]*k?|[+-]?\d+\.\d+|\d{1,4}[-~]\d{1,3}(?:天|位|%)?",
)
_NOTATIONS: Final = (
    r"#[0-9a-f]{3,8}|0x(?:[0-9a-f]{1,8}|[0-9a-f]{40})|0b[01_]+|h\d:\S+|sha\d+(?:sums?|[-:]\S*)",
    r"wx[0-9a-f]{16}|cli_[0-9a-f]+",  # ids of apps
    r"0o[0-7]+|x\d+r\d+|[+-]?\d+(?:\.\d+)?[a-z]",
    r"u?int\d+(?:_t)?|float\d+",
    rf"(?:{_ID_PREFIXES})[-_][0-9A-Za-z]{{6,}}",
    r"@[\w.-]+|#\d{1,6}|#!\S*|--?[a-z][\w-]*(?:=\S*)?|[\w.]+\(\S*\)?|\S*[(){}<>;]\S*[(){}<>;]\S*",
    r"-//\S*|\S*%20\S*|[.*]*\*/\S*|\$[a-z_{(]\S*|\\\S+|\?\S*\?|[cymdhst]+(?:[-:/]?[ymdhst]{2,4})+|\S*0123456789\S*",
    rf"[a-z]+-\d{{3}}-gcm|(?:{_PRODUCTS})-?\d{{1,4}}(?:\.\d+)*(?:pro|max|plus|mini|lts|[a-z])?",
)
_ELSE: Final = re.compile(rf"(?i:{'|'.join((*_PLACES, *_AMOUNTS, *_NOTATIONS))})\Z")


def is_else(token: str) -> bool:
    """Tell whether ``token`` has the form of something that is no credential."""
    return _ELSE.match(token) is not None
