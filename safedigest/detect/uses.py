"""Codes known by what is done with them: typed at a lock, shown on a screen, sent to sign in, put before a purpose.

No word beside the value names a credential, so two things must be said: what is done with it, and with what kind of
thing (a lock, a card, a device that is paired, an account). A number that counts, an amount, a year, a number that
everybody may call and the number of another thing stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from safedigest.detect import lazy
from safedigest.detect.candidates import Candidate, candidate
from safedigest.detect.interface import Detector, Scan, Span
from safedigest.detect.levels import EVERYDAY_NUMBERS, is_service, made_up
from safedigest.detect.lexicon import lexicon
from safedigest.detect.outline import Sign
from safedigest.detect.scene import Scene
from safedigest.detect.topics import is_product
from safedigest.detect.words import is_compound_pinyin
from safedigest.model import Kind

_MOST: Final = 240  # characters of a message that is looked at; longer ones say more than one thing
_COST: Final = 24  # what all frames read of a character
_MIXED: Final = int(Sign.MIXED)
_EDGE: Final = r"(?<![0-9A-Za-z.,:/$€£¥#+_-])(?<![0-9] )"
_END: Final = (
    r"(?![0-9A-Za-z%/_$€£¥@-]|[.,:]\d| \d| ?(?:am|pm|usd|eur|rmb|x|bucks|dollars|euros?|pounds)(?![a-z]))"
)
_NUMBER: Final = rf"{_EDGE}(?P<value>\d{{3}}[ -]\d{{3}}|\d{{4,8}}){_END}"
_THREE: Final = rf"{_EDGE}(?P<value>\d{{3,8}}){_END}"
_SIGNS: Final = r"(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{5,10}"  # as devices and counters print codes
_CODE: Final = rf"{_EDGE}(?P<value>\d{{3}}[ -]\d{{3}}|\d{{4,8}}|{_SIGNS}){_END}"
_VALUE: Final = lazy.pattern(  # begins every value of a frame; begins itself with what few characters are
    r"[0-9A-Z](?<![0-9A-Za-z.,:/$€£¥#+_-].)(?:(?<=\d)\d\d|(?<=\d)[A-Z0-9]{4}|(?<=[A-Z])(?=[A-Z]*\d)[A-Z0-9]{4})"
)
_WORD: Final = r"(?P<value>(?<![!-~])[A-Za-z][!-~]{5,40}+)"
_OF: Final = r"(?:the |my |our |your |his |her |their |a |an |this |that )?"
_LOCK: Final = (
    r"(?:front|back|side|garage|cellar|basement|main|lobby|stair|outer|inner|staff|pool|shed|gym|bike|wine"
    r"|gun|key|lock"
    r"|tool|medicine|filing|cash|parcel|mail|pill|rear|north|south|east|west|school|office|studio|server"
    r"|stock|store"
    r"|locker|server|dressing|changing)?[ -]?"
    r"(?:door|gate|safe|vault|locker|padlock|lock|keypad|lockbox|box|cabinet|garage|suitcase|briefcase"
    r"|luggage|diary"
    r"|trunk|drawer|chest|shed|atm|cash machine|card reader|cashpoint|till|alarm|entry ?phone|intercom|turnstile"
    r"|barrier|elevator|lift|kiosk|terminal|pin ?pad|deadbolt|key ?safe|strongbox|room)"
)
_CARD: Final = r"(?:(?:debit|credit|bank|atm|prepaid|travel|sim|gift|forex) card|debit|visa|mastercard)"
_GADGET: Final = (
    r"(?:tablet|ipad|iphone|phone|laptop|macbook|mac|pc|chromebook|kindle|watch|console|switch|xbox|playstation|tv"
    r"|monitor|camera|doorbell|printer|copier|scooter|bike|e-?bike|car|truck|tractor|explorer|tesla|vault"
    r"|drive|usb stick"
    r"|stick|disk|archive|zip|rar|pdf|file|folder|backup|wallet|app|note|notebook|drone|speaker|headset"
    r"|earbuds|helmet"
    r"|thermostat|fridge|freezer|oven|washer|mower|robot|vacuum|terminal|workstation|desktop|computer|machine"
    r"|dongle"
    r"|thermomix|it|ledger|trezor|keepass|cabin|flat|apartment)"
)
_OPENS: Final = (
    r"(?:unlock|open|decrypt|extract|unzip|unpack|unrar|mount|log(?:s|ged|ging)? (?:in|on)|wake|boot|disarm)"
)

# What a number does or is typed at. Each with the signs without which it is not there.
_FRAMES: Final[tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = (
    (  # the tablet unlocks with 5430; the monitor pairs with 513359
        lazy.pattern(
            rf"(?i:(?:{_LOCK}|{_GADGET})(?:'s)? (?:still |now |only |just )?(?:unlocks?|opens?(?: up)?|pairs?"
            rf"|disarms?"
            rf"|wakes?(?: up)?|comes off) (?:with|on|by|using|via|to) )[\"'`]?{_CODE}"
        ),
        ("unlock", "open", "pair", "disarm", "wake", "comes off"),
    ),
    (  # saw me type 5687 at the ATM; guesses 3530 on a debit card; use 3355 on the keypad
        lazy.pattern(
            rf"(?i:(?:typ|guess|enter|punch|key|cod)[a-z]{{0,4}} (?:in )?"
            rf"|put in )[\"'`]?{_NUMBER}[\"'`]? (?i:(?:in |out )?"
            rf"(?:at|into|in|on|for|to) {_OF}(?:{_LOCK}|[a-z]{{0,10}} ?{_CARD}))(?![a-z])"
        ),
        (" at ", " into ", " in ", " on ", " for ", " to "),
    ),
    (
        lazy.pattern(
            rf"(?i:(?:us|tr|dial|press|tap|hit)[a-z]{{0,3}} )[\"'`]?{_NUMBER}[\"'`]? (?i:(?:at|on|for) {_OF}"
            r"(?:[a-z]+ )?(?:keypad|key pad|pin ?pad|padlock|lock|lockbox|lock box|gate|safe|atm|barrier|turnstile"
            r"|entry ?phone|deadbolt|key ?safe|door))(?![a-z])"
        ),
        (" at ", " on ", " for "),
    ),
    (  # 5099. front door.
        lazy.pattern(
            rf"(?:\A|\n){_CODE}[\"'`]?[ \t]?(?:[.:;,=—–-]|<-+|is)\s?(?i:(?:that'?s )?(?:for )?{_OF}{_LOCK})"
            r"(?=[.,;!?\n]|\Z)"
        ),
        (".", "-", ":", ";", ",", "=", "–", "—", " is "),
    ),
    (  # suitcase 796 tsa lock; the diary lock is 354; has a lock now, 856
        lazy.pattern(
            r"(?i:(?:(?:diary|journal|suitcase|luggage|briefcase|samsonite|rimowa|carry-?on|bike|e-?bike"
            r"|bicycle|scooter"
            r"|wheel|trailer|chest|cash ?box|cooler|fridge|pantry|gun case|laptop|cable|u|tsa)[ -]?lock"
            r"(?: on (?:the |my |our )?[a-z]{2,12})?(?: (?:is|to|=|set to|code|combo|combination|reads|\d digits))*"
            r"|(?:suitcase|luggage|briefcase|samsonite|rimowa|carry-?on|trunk)(?= \d+[^\n]{0,24}\b(?:tsa"
            r"|lock)\b))[ :]{1,2})"
            rf"{_THREE}"
        ),
        ("lock", "tsa"),
    ),
    (
        lazy.pattern(
            r"(?i:has (?:a|its own|a combination|a number) lock(?: on it)?(?: now)?[,:;—-]{1,2} ?(?:it'?s |to )?)"
            + _THREE
        ),
        (" lock",),
    ),
    (  # use 776560 to verify your account
        lazy.pattern(
            rf"(?i:\b(?:use|enter|type|input|provide|with) )[\"'`]?{_CODE}[\"'`]? (?i:(?:as your [a-z]|(?:to|for) "
            r"(?:your )?(?:verif|confirm|sign(?:ing)? ?(?:in|up)|log(?:ging)? ?(?:in|on)|log ?in|authenticat"
            r"|activat|validat"
            r"|reset(?:ting)? your|unlock|finish (?:setting|sign|log)|complete (?:your|the|sign)|link|pair|recover"
            r"|register|approve|authoriz|access your)))"
        ),
        ("use ", "enter ", "type ", "input ", "provide ", "with "),
    ),
    (  # 648278 is your … code
        lazy.pattern(
            rf"{_CODE} (?i:is (?:your|the|ur) (?!(?:[a-z]+ )?(?:zip|postal|post|area|country|error|exit"
            rf"|status|discount"
            r"|promo|coupon|product|item|course|dress|colou?r|order|sort|swift|branch|room|dial|calling|hs"
            r"|sku|referral"
            r"|airport|station|department|dept|tax|source)\b)[A-Za-z0-9.&' -]{2,30}? ?(?:code|passcode|pin"
            r"|otp)(?![a-z]))"
        ),
        (" your ", " the ", " ur "),
    ),
    (  # InPost sent me 980473 to open the box; insta sent 284 708 to get my account back
        lazy.pattern(
            r"(?i:\b(?:sent|texted|messaged|gave|gives|emailed|shows?|showing|says|said|displays?|got)"
            rf"(?: (?:me|us|you|him|her))?(?: (?:a |the )?(?:text|sms|msg"
            rf"|message))?[ :,]{{1,2}}){_CODE}[\"'`]? (?i:(?:to|so)"
            r" (?:i can )?(?:open|unlock|get (?:my|our|the|back|in)|pick|collect|verify|confirm|log|sign"
            r"|reset|link|pair"
            r"|connect|approve|recover|enter|release|start|unblock|prove))"
        ),
        (" to ", " so "),
    ),
    (  # says show MUZ975 at the counter
        lazy.pattern(
            rf"(?i:\b(?:show|give|quote|tell|read|mention|say|hand|present)(?: (?:them|him|her|it|code))? ){_CODE}"
            r"[\"'`]? (?i:(?:at|to) (?:the |them |your )?(?:counter|desk|pick-?up|locker|driver|courier"
            r"|cashier|front desk"
            r"|reception|staff|clerk|gate|guard|store|shop|kiosk|concierge|doorman|rider|window|till))"
        ),
        (" at ", " to "),
    ),
    (  # bluetooth asks for a number, tv shows 560061; radio code asked, dealer says 9914
        lazy.pattern(
            r"(?i:(?:bluetooth|(?:security|hardware|rsa) (?:token|fob|key)|authenticator"
            r"|(?:signal|whatsapp)(?= web| desktop|:)|code(?= came| popped)|pair(?:ing|s)?\b|(?:ask|want|need"
            r"|prompt)[a-z]{0,3} (?:me )?(?:for )?(?:a "
            r"|the |its |some )?(?:\d digit )?"
            r"(?:number|code|pin|digits)|code (?:was )?(?:asked|needed|wanted|required|prompt)|verification"
            r"|verify|2 ?step"
            r"|two ?step|2fa)[^\n]{0,60}?"
            r"(?:shows?|showing|displays?|displaying|says|reads|sent|texted|text is|text was|reply is|gave me"
            rf"|came (?:up|in|through)(?: as| with)?"
            rf"|popped up)[ :,]{{1,2}})[\"'`]?{_CODE}(?=[\"'`]?(?:[,.;!?\n]|\Z| [a-z]))"
        ),
        ("show", "display", "says", "reads", "sent", "text", "gave me", "came ", "popped", "reply"),
    ),
    (  # the keyless entry on the Explorer is 35582
        lazy.pattern(
            r"(?i:(?:(?:keyless|entry|entry ?pad|door pad|key ?pad|crypt|immobili[sz]er|valet|sentry|drive"
            r"|speed|glove ?box"
            r"|parental|kid|child|teen|owner|guest|visitor|service|engineer|installer|duress|panic|master"
            r"|host|link|pairing"
            r"|pair|sync|radio|stereo|security|release|setup|set-up|unblock|sign-?in|registration|enrol+ment"
            r"|e-?file|print|device|kiosk"
            r"|copier(?: dept| department)?|printer|scan|classroom|join|tv|activation|unlock|remote|webex|zoom)"
            r" ?(?:mode |entry |lock |start )?(?:code|pin|key|combo|digits|passkey)|(?:pair|pairing|link"
            r"|linking|keyless|keypad)(?: pad)?"
            r" (?:entry|number|no\.?))"
            rf"(?: (?:on|for|of|to|in) (?:the |my |our )?[A-Za-z0-9' -]{{2,24}}?)?(?: \d digits)?(?: is| was"
            rf"|:|=| now)*[ ]?"
            rf")[\"'`]?{_CODE}"
        ),
        ("code", "number", "pin", "key", "combo", "digits", "entry", "passkey"),
    ),
    (  # the sticker says key x
        lazy.pattern(
            r"(?i:(?:sticker|label|tag|plate|leaflet|slip|receipt|card|box|back|base|underside"
            r"|bottom)(?: it)? (?:says|reads"
            r"|shows?|has|lists)[ :](?:the )?(?:(?:wi-?fi|network|wpa2?|security|wireless|default) )?(?:key"
            r"|pin|code|pwd|pass"
            rf"|psk|wps)[ :=]{{1,2}}){_CODE}"
        ),
        ("key", "pin", "code", "pwd", "pass", "psk", "wps"),
    ),
)
_NUMBER_OF: Final = lazy.pattern(
    r"(?i:\b(?:room|order|invoice|ticket|page|flight|ext|extension|suite|apt|apartment|unit|bus|line|model"
    r"|part|sku|tracking"
    r"|account|member|case|case number|version|error|status|port|pump|table|seat|row|year|since|until|about"
    r"|around|over"
    r"|under|nearly|almost|only|another|at least|up to|of|total|price|cost|fee|amount|balance|zip|channel"
    r"|route)[ #:]*)\Z"
)
_WORDS_EN: Final = (
    (  # unzip it with x; the pdf opens with x
        lazy.pattern(
            rf"(?i:\b(?:{_OPENS}(?:s|ed|ing)?(?: (?:it|them|this|that|the [a-z]{{2,12}}|up))?|encrypted"
            rf"|protected|locked|sealed)"
            rf" (?:with|using|by) )[\"'`]?{_WORD}"
        ),
        (" with ", " using ", " by "),
    ),
    (  # x <- what you need for the vpn
        lazy.pattern(
            rf"{_WORD}\s?(?:<-+|<=+|←|⬅️?|<<) ?(?i:(?:this|that|it)?'?s?[^\n]{{0,20}}?(?:need|use|type|get"
            rf"|log|unlock|open|vpn"
            r"|wi-?fi|router|server|login|door))"
        ),
        ("<-", "<=", "←", "⬅", "<<"),
    ),
    (  # the ftp now needs x; the admin page wants x
        lazy.pattern(
            r"(?i:(?:ftp|vpn|wi-?fi|router|admin|nas|portal|server|login|log ?in|console|page|zip|archive"
            r"|camera|share|hotspot"
            r"|app|site|panel|account|tablet|printer)[^\n]{0,40}? (?:now |still )?(?:needs|wants|takes"
            r"|expects|likes)"
            rf" )[\"'`]?{_WORD}"
        ),
        ("needs ", "wants ", "takes ", "expects ", "likes "),
    ),
    (  # is x ok for banking or too short
        lazy.pattern(
            rf"{_WORD}\s(?i:(?:ok|okay|good|fine|safe|strong|secure|alright|any good) (?:enough )?(?:for"
            rf"|as) [a-z]|too (?:short"
            r"|weak|simple|easy|obvious|guessable))"
        ),
        (" for ", " as ", "too "),
    ),
)
_OTHERS_TOO: Final = frozenset(pattern for pattern, _ in _WORDS_EN[2:])
_MARK: Final = lazy.pattern(r"[!@#$%^&*?]")
_MODEL: Final = lazy.pattern(r"[A-Z]{1,5}-?\d+[A-Z]{0,2}\Z")
_NAME_NUMBER: Final = lazy.pattern(r"(?P<name>[a-z]{6,16})\d{2,6}\Z")
_PROGRAM: Final = lazy.pattern(
    r"(?i:word|excel|acrobat|office|access|outlook|photoshop|autocad|visio|sketchup|solidworks|matlab|python"
    r"|node|java|php"
    r"|windows|win|winrar|zip|7zip|ubuntu|debian|fedora|macos|ios|android|chrome|firefox|edge|safari|vscode"
    r"|studio|sql"
    r"|office365|revit|inventor|blender|unity|dotnet|net|gcc|clang|cuda|version|firmware|lightroom|indesign"
    r"|illustrator"
    r"|premiere|quickbooks|turbotax|onenote|powerpoint|publisher|project|sha|md|aes|rsa|chacha|blowfish|des"
    r"|gpg|pgp|pkcs"
    r"|base|utf|iso|rfc|api|http|usb|hdmi|wpa|wep|tls|ssl|ipv)[-_ ]?[0-9.]+[a-z]?\Z"
)
_YEAR: Final = lazy.pattern(r"(?:19|20)\d\d\Z")
_AMOUNT: Final = lazy.pattern(
    r"(?i:\b(?:scale|meter|gauge|odometer|speedo|tacho|thermo|balance|invoice|bill|mileage|score|votes?"
    r"|sensor|weather"
    r"|altimeter|rpm|psi|ppm|co2|kwh|calories|error|fault|status|price|cost|total|paid|pay|refund|salary|rent"
    r"|budget|fee"
    r"|zip|postcode|extension|dial|call|phone number|order|tracking)\b)"
)


class UseDetector:
    """Finds such values in English."""

    keywords: Sequence[str] = ()

    def find(self, scan: Scan, /) -> Iterator[Span]:
        """Give the spans of values whose use is said."""
        text, outline = scan.shadow.text, scan.shadow.outline
        if len(text) > _MOST or not outline.threes:
            return
        scan.budget.spend(_COST * len(text))
        scene = Scene(text, scan.shadow.lower, lexicon())
        if _VALUE.search(text) and not _AMOUNT.search(text):
            for pattern, signs in _FRAMES:
                if any(map(scene.lower.__contains__, signs)):
                    yield from (Span(*at, "use-said", Kind.PIN) for at in _codes(scene, pattern))
        for pattern, signs in _WORDS_EN if outline.signs & _MIXED else ():
            if any(map(scene.lower.__contains__, signs)):
                found = _made_up(scene, pattern, firm=pattern in _OTHERS_TOO)
                yield from (Span(*at, "use-said", Kind.PASSWORD) for at in found)


def _codes(scene: Scene, pattern: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for found in pattern.finditer(scene.text):
        start, end = found.span("value")
        value = scene.text[start:end]
        if value.isdigit() and (value in EVERYDAY_NUMBERS or _YEAR.match(value) or is_service(value)):
            continue
        if _NUMBER_OF.search(scene.text, max(0, start - 24), start):
            continue
        piece = Candidate(start, end, 0, digits=value[0].isdigit() and value[-1].isdigit())
        if not scene.counts(piece) and not scene.many(piece):
            yield start, end


def _in_pinyin(value: str) -> bool:
    """Tell whether a value is syllables of pinyin with a number behind them."""
    found = _NAME_NUMBER.match(value)
    return found is not None and is_compound_pinyin(found["name"])


def _made_up(scene: Scene, pattern: re.Pattern[str], *, firm: bool) -> Iterator[tuple[int, int]]:
    """Give the made-up values of a frame; a ``firm`` one, since other things are needed and judged too."""
    for found in pattern.finditer(scene.text):
        start, end = found.span("value")
        while end > start and scene.text[end - 1] in "\"'`,.;:)":
            end -= 1
        value = scene.text[start:end]
        if firm and _MARK.search(value, 1) is None and not _in_pinyin(value):
            continue
        if made_up(value) and not (_PROGRAM.match(value) or _MODEL.match(value) or is_product(value)):
            piece = candidate(scene.text, start, end)
            if piece.level and not scene.belongs(piece):
                yield start, end


def detectors() -> list[Detector]:
    """Return the detectors of this module."""
    return [UseDetector()]
