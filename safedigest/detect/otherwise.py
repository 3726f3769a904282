"""What a token is instead of a credential: an address, a file, a date, a version, an amount, code.

``is_else`` judges the whole token by its form. Chat text is hostile, so a form counts only if all of the token has it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from safedigest.detect import lazy

_DOMAINS: Final = "com|cn|net|org|io|dev|example|internal|local|lan|app|cc|top|me|ai|co|xyz|info"
_FILES: Final = (
    "py|js|ts|tsx|jsx|go|rs|java|kt|c|h|cpp|md|txt|json|ya?ml|toml|ini|cfg|conf|log|csv|xlsx?|docx?|pptx?|pdf"
    "|zip|gz|tar"
    "|rar|7z|png|jpe?g|gif|svg|mp[34]|sh|bat|exe|dll|so|sql|db|pem|crt|cer|key|pub|p12|pfx|jks|keystore|lock"
    "|env|html?"
    "|css|xml|iso|apk|ipa|bin|img|vue|rb|php|swift|bak|tmp|sum"
)
_UNITS: Final = (
    "%|x|k|w|h|s|ms|kb|mb|gb|tb|g|m|px|v|a|kg|cm|mm|km|mah|hz|fps|p|t|c|b|d|th|st|nd|rd|l|ml|元|块"
)
_PRODUCTS: Final = (
    "aes|sha|rsa|md|utf|base|ipv|http|tls|ssl|oauth|mp|h|x|win|windows|python|node|java|php|ios|android|iphone"
    "|ipad|rtx|gtx"
    "|gpt|claude|qwen|gemini|llama|web|usb|wifi|ps|switch|mac|office|vue|angular|es|log4j|s"
)
_ID_PREFIXES: Final = (  # of ids that services give to things, and show to everyone
    "req|msg|run|job|call|chatcmpl|evt|cus|ord|inv|usr|user|org|proj|thread|asst|file|batch|task|trace|span"
    "|node|pod|ins|i"
    "|vpc|sg|subnet|ami|vol|uid|pid|wf|ch|pi|sub|price|prod|acct|build|issue|ticket|conv|chat|room|dev|device"
)
_ALGORITHMS: Final = (  # and what their names are put together with
    r"aead|aes\d*|3?des|rc4|rsa\d*|dsa|ec|ecdsa|ecdh|ecdhe|ecies|ed\d+|x\d{3,5}|curve\d+|secp\d+[kr]1|hmac|hkdf"
    r"|kdf|prf|mac|pkcs\d*"
    r"|pbkdf2?|x?chacha20|poly1305|salsa20|gcm|cbc|ctr|ccm|ecb|cfb|ofb|siv|xts|kw|sha\d*|sha3|md\d|ripemd\d*"
    r"|blake\w{1,4}|hs\d{3}"
    r"|[rep]s\d{3}k?|a\d{3}(?:kw|gcm|cbc|gcmkw|ctr)|sm[234]|oaep|pss|pkcs1v15|ml[-_]?(?:dsa|kem)\d*|bcrypt"
    r"|scrypt|argon2\w{0,2}|aws4"
    r"|sigv\d\w?|1pu|diffie|hellman|group\d{1,2}|nistp\d{3}|ml-?kem\d{3,4}|mongodb|gssapi|scram|sasl|ss|with"
    r"|and|request|v\d|\d{1,4}"
)
_CHARSETS: Final = (
    r"utf-?(?:8|16|32)(?:mb\d)?(?:_\w{2,24})?|gb(?:k|2312|18030)(?:_\w{2,24})?"
    r"|iso[-_ ]?\d{3,5}(?:-\d{1,2})?|koi8-[a-z]{1,2}|windows-?\d{4}|cp-?\d{3,5}|us-ascii|latin-?\d"
)
_MACHINES: Final = (
    r"(?:i|x|80)?[3-6]86(?:[a-z]{2}\d?)?(?:-\d{1,3})?|x86_64|m68k"
    r"|(?:tty|pts/|eth|fd|wlan|[sh]d[a-z]|com|lpt)\d{1,2}|[a-z]\.\d{1,3}"
)
_ELEMENTS: Final = (
    "H|He|Li|Be|B|C|N|O|F|Ne|Na|Mg|Al|Si|P|S|Cl|Ar|K|Ca|Ti|V|Cr|Mn|Fe|Co|Ni|Cu|Zn|Br|Kr|Ag|Cd|Sn|I|Xe|Ba|Pt|Au"
    "|Hg|Pb"
)
_MODIFIERS: Final = "ctrl|control|alt|option|opt|shift|cmd|command|super|meta|mod[1-5]|win|hyper|fn"
# A move of chess.
_MOVE: Final = (
    r"(?:[KQRBN][a-h]?[1-8]?|[a-h])?x?[a-h][1-8](?:=[QRBN])?[+#]?[!?]{0,2}|O-O(?:-O)?[+#]?[!?]{0,2}"
)
_FORMAT: Final = r"%(?:\d\$)?[-+#0 ]*[\d*]*(?:\.[\d*]+)?(?:hh|ll|[hljztL])?[a-zA-Z%]"  # of C
_LICENCES: Final = r"(?:a|l)?gplv?\d(?:\.\d)?\+?|apache-2\.0|bsd-\d-clause|cc-by(?:-\w{2})*(?:-\d\.\d)?"
_PLACES: Final = (
    r"[a-z][a-z0-9+.-]{1,20}://\S*",
    rf"www\.\S+|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:{_DOMAINS})(?:[:/?#]\S*)?",
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+(?::\d{1,5}(?:/\S*)?)?|@?localhost(?::\d{1,5})?(?:/\S*)?"
    r"|@[\w-]+(?:\.[\w-]+)+(?::\d{1,5})?(?:[/?#]\S*)?",
    r"~?/[\w.@%+~-]*(?:/[\w.@%+~*-]*)*|\.{1,2}/\S*|[a-z]:\\\S*|(?:[\w.-]+/)+[\w.*-]*|(?:/[\w.-]+)+[#?]\S*",
    rf"[\w-]+(?:\.[\w-]+)*\.(?:{_FILES})",
    r"\d{1,3}(?:\.\d{1,3}){3}(?:/\d+|(?::\d+)?(?:/[\w.-]*)*)|(?:[0-9a-f]{1,4}:){2,7}[0-9a-f:]*"
    r"|(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}",
)
_AMOUNTS: Final = (
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T_ ]?\d{1,2}:\d{2}(?::\d{2})?\S*)?|\d{1,2}[-/]\d{1,2}[-/](?:\d\d|(?:19"
    r"|20)\d\d)",
    r"\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:[ap]m)?(?:[-~]+\d{1,2}:\d{2}(?:[ap]m)?)?|\d{1,2}(?:[ap]m)",
    r"v?\d+(?:\.\d+){1,4}(?:[-+.]?(?:rc|beta|alpha|dev|post|pre|b|a|p|final|lts)[\w.]*)?\+?",
    rf"\d+(?:\.\d+)?(?:{_UNITS})",
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|[$€£¥]\d[\d.,]*k?|[+-]?\d+\.\d+|-\d{1,6}|\d{1,4}[-~]\d{1,3}(?:天|位|%)?",
)
_NOTATIONS: Final = (
    r"#[0-9a-f]{3,8}|0x(?:[0-9a-f]{1,8}|[0-9a-f]{40})|0b[01_]+|h\d:\S+|sha\d+(?:sums?|[-:]\S*)",
    r"wx[0-9a-f]{16}|cli_[0-9a-f]+",  # ids of apps
    r"(?:bc|tb|ltc)1[02-9ac-hj-np-z]{25,60}",  # an address that anybody may pay to
    rf"(?=[^a-z]*[a-z])(?:(?:{_ALGORITHMS})[-_/+]?){{1,6}}|{_CHARSETS}|{_MACHINES}",
    r"(?:gh|bpo|cve|pep|rfc|bug|pr|kb|jira)-?\d{1,6}(?:-\d{1,7})?|\d{1,2}(?:jan|feb|mar|apr|may|jun|jul|aug|sep"
    r"|oct|nov|dec)[a-z]*\d{2,4}",
    r"\w{1,8}\*\*\d{1,3}|[a-z]{1,12}(?:_[a-z]{1,12}){1,4}\*\*\d(?:\.\d{1,3})?|(?:[a-z]{1,5}|\d{1,4})\*\*\(?-?(?:\d{1,3}(?:\.\d{1,3})?|[a-z]{1,5})\)?|[a-z_]{1,8}\d?\*\*[a-z_]{1,8}|\d{0,2}\*<?[a-z]{2,12}"
    r"|[a-z]\*\d{1,3}|\d=\*{1,2}\w+|\*_\w+\*|[a-z](?:\.[a-z]){2,6}",  # sums, grammars
    r"%x[0-9a-f]{2}(?:-[0-9a-f]{2})?|&#x?[0-9a-f]{2,6};?|0x[0-9a-f]+-0x[0-9a-f]+|\S*\[\w-\w\]\S*"
    r"|(?:[a-z]-[a-z]){2,4}[a-z]{0,4}",
    r"@\w+(?:@\w+)+|(?:[\w-]+@){4,}[\w-]+|[a-z0-9]*x{5,}|(?:y{2,4}|d{2}|m{2,3}|mon|h{2}|s{2,6}|[-/:.]){3,}z?",
    r"(?-i:[A-Z][a-z]+\.[A-Z][A-Z0-9_]{2,})|(?!\S*(?:19|20)\d\d)[a-z]{2,12}-?\d{1,2}\.\d{1,3}(?:\.\d{1,3})?",
    rf"(?-i:\d?\d?(?=[A-Za-z]*\d|[^()]*\()(?:(?:{_ELEMENTS})\d{{0,2}}"
    rf"|\((?:(?:{_ELEMENTS})\d?){{1,4}}\)\d?){{2,8}}[+-]?)|pkcs#\d+|1password",
    r"(?:esp|stm|nrf|rp|atmega|attiny)\d{1,4}[a-z]?(?:[-_]?[a-z]\d{1,3}[a-z]{0,2}\d?)?"
    r"|\d{1,5}x\d{1,5}(?:x\d{1,5})?|m[1-9](?:pro|max|ultra)?",
    r"(?:[\w.-]+/)*[\w.-]+@v\d[\w.]*",
    r"0o[0-7]+|x\d+r\d+|[+-]?\d+(?:\.\d+)?[a-z]",
    r"u?int\d+(?:_t)?|float\d+|md5sums?|base\d\d(?:[-_]?url)?(?:[-_](?:en|de)code[sdr]?)?",
    rf"(?:{_PRODUCTS})\d{{1,2}}(?-i:(?:[A-Z][a-z]{{2,12}}){{1,3}})",  # a class: OAuth2Session
    r"(?-i:[~.](?:[A-Z][a-z]+|[A-Z]{2,8}){1,5}|(?:[A-Z][a-z]+){1,4}(?:Middleware|Exception|Error|Handler"
    r"|Factory|Decorator))",
    r"(?:gh|pr|pre|post|issue|bug|mr|fix(?:e[sd])?|closes?|rt|bz|vu|lp|alioth|debian|bugzilla|rhbz|gnome|mozilla)-?#\d{1,7}(?:-[a-z]+)?|#\d{1,7}-[a-z]+"
    r"|ghsa(?:-[23456789cfghjmpqrvwx]{4}){3}|arn:[\w-]*:[\w-]*:\S*|(?-i:X(?:-[A-Z][a-z]+){1,4}(?:-\d{1,3})?)",
    r"(?-i:\d{1,2}=[a-z_]{3,})|(?:limit|count|size|width|height|len(?:gth)?|max|min|page|total|num|rows?|cols?)\*\d"
    r"|\d{3,5}#(?:(?:section|sec|page|appendix|line|note|fn|top|heading)[-.\d]*|[a-z]+(?:-[a-z]+)+)"
    r"|\w+@@[A-Z]+_\d[\w.]*!?|\d\^[a-z_]+[-+]\d",
    rf"(?:{_FORMAT}[-:/., ]?){{1,8}}|[a-z!.,]*%{{1,2}}0a[a-z.?!]*|\S*%%0a\S*|{_LICENCES}",
    r"[a-z]\d{1,2}n|#%[A-Z]{2,10}-\d\.\d|[\w@\\-]+\.(?:service|socket|slice|scope|timer|mount|target|device|path|swap)"
    r"|[\w.-]+@pts/\d+|pkcs#\d+(?:/\w+)*|(?:pre|post)-?(?:19|20)\d\d|sha\d+//|ipv[46][a-z]+=?|fips\d{2,3}(?:[-_]\d)?"
    r"|(?:org|com|net|io|cn)\.[a-z0-9-]+(?:\.[\w-]+)+|(?:/[\w.@+-]+)+(?::\d{1,6}){1,2}",
    r"\+[1-9]\d{6,14}|[245]\d\d[- ][245]\.\d{1,2}\.\d{1,3}",  # of a telephone, of a mail server
    r"(?-i:[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40}|[EN\d]{1,4}!\d+(?:\.[a-z0-9]+)+)",  # commits from to; epochs
    rf"(?:(?:{_MODIFIERS})[+-]){{1,4}}(?:[a-z]{{1,12}}|f?\d{{1,2}}|[!-/])|(?-i:XF86[A-Z][A-Za-z]+|KC_[A-Z0-9_]+)",
    rf"(?-i:(?:\d{{1,3}}\.{{1,3}})?(?:{_MOVE}))|(?-i:(?:[1-8KQRBNPkqrbnp]{{1,8}}/){{7}}[1-8KQRBNPkqrbnp]{{1,8}})",
    rf"(?:{_ID_PREFIXES})[-_][0-9A-Za-z]{{6,}}",
    r"@[\w.-]+|#\d{1,6}|#!\S*|--?[a-z][\w-]*(?:=\S*)?|[\w.]+\(\S*\)?|\S*[(){}<>;]\S*[(){}<>;]\S*",
    r"-//\S*|\S*%20\S*|[.*]*\*/\S*|\$[a-z_{(]\S*|\\\S+|\?\S*\?|[cymdhst]+(?:[-:/]?[ymdhst]{2,4})+|\S*0123456789\S*",
    rf"[a-z]+-\d{{3}}-gcm|(?:{_PRODUCTS})-?\d{{1,4}}(?:\.\d+)*(?:pro|max|plus|mini|lts|[a-z])?",
)
_ELSE: Final = lazy.pattern(rf"(?i:{'|'.join((*_PLACES, *_AMOUNTS, *_NOTATIONS))})\Z")


@lru_cache(maxsize=8192)
def is_else(token: str) -> bool:
    """Tell whether ``token`` has the form of something that is no credential."""
    return _ELSE.match(token) is not None
