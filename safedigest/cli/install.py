"""``safedigest install`` and ``safedigest uninstall``."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from safedigest.cli.show import plans
from safedigest.cli.sync import HomeOption
from safedigest.config import FOLDER, AgentsMd, Config, Lang, load_config
from safedigest.errors import ConfigError, StoreError
from safedigest.exits import ExitCode
from safedigest.gate import Gate
from safedigest.install import ledger as ledgers
from safedigest.install import place, plan, removal, survey
from safedigest.install.host import find_host
from safedigest.install.installation import installation, typed
from safedigest.install.ledger import Ledger
from safedigest.install.site import Live, Options, Site, Step, Where, minutes_of
from safedigest.install.words import Words, locale_lang
from safedigest.plugin import compose
from safedigest.sync import make, sync

YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
DryOption = Annotated[bool, typer.Option("--dry-run", help="Show the plan and change nothing.")]
LangOption = Annotated[Lang | None, typer.Option(help="zh or en; else by the locale.")]
HermesOption = Annotated[
    Path | None,
    typer.Option("--hermes", help="Hermes' command; else the one on the PATH or at a usual place."),
]

_ASK = Words("照此执行？[y/N] ", "Go ahead? [y/N] ")
_NOT_ASKED = Words(
    "这里没法问；确认无误后加 --yes 再运行", "nobody can be asked here; run it again with --yes"
)
_PLAN = Words(
    "\n要做的改动如下；你同意之前什么也不写。",
    "\nThis is what will be done; nothing is written before you agree.",
)
_IDLE = Words("\n都已就绪，没有要改的。", "\nEverything is in place; nothing to do.")
_NOTHING = Words("这里没有装过 safedigest。", "safedigest is not installed here.")
_STOPPED = Words("什么也没改。", "Nothing was changed.")
_WHO = Words(
    "{end}：哪个是你？（序号；回车＝先不纳入）",
    "{end}: which one is you? (number; Enter leaves this end out) ",
)
_DRY = Words("（只是演示，什么也没改）", "(dry run: nothing was changed)")
_AS = Words("以用户 {uid}（{home} 的主人）的身份运行", "working as user {uid}, who owns {home}")
_PREVIEW = Words("终端会看到的内容：", "What the terminal will be shown:")
_NEXT = Words("装好了。检查：{doctor}　实测：{verify}", "Installed. Check: {doctor}   Prove: {verify}")
_WAITS = Words(
    "会话库还没有：启动一次 Hermes 后会自动开始",
    "there is no session store yet: it begins once Hermes was started",
)
_REMOVED = Words("已取出。正在运行的 gateway 请重启。", "Taken out. Restart a running gateway.")
_KEPT = Words(
    "设置和记录留在 {folder}；不要的话加 --purge",
    "settings and records stay in {folder}; --purge removes them",
)


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    app.command("install")(install)
    app.command("uninstall")(uninstall)


def install(
    home: HomeOption = None,
    every: Annotated[str | None, typer.Option(help="How often the job runs, such as 5m or 1h.")] = None,
    dry_run: DryOption = False,
    yes: YesOption = False,
    repair: Annotated[
        bool, typer.Option("--repair", help="Put right what is not as it was installed.")
    ] = False,
    no_plugin: Annotated[
        bool, typer.Option("--no-plugin", help="Without the plugin: files and job only.")
    ] = False,
    hook: Annotated[bool, typer.Option("--hook", help="A shell hook instead of the plugin.")] = False,
    agents_md: Annotated[AgentsMd | None, typer.Option(help="What the block of AGENTS.md holds.")] = None,
    block_in: Annotated[
        Where | None, typer.Option(help="Where the block goes if the gateway reads another AGENTS.md.")
    ] = None,
    lang: LangOption = None,
    hermes: HermesOption = None,
) -> None:
    """Set safedigest up in a Hermes home: shows the whole plan, asks, and writes down what it inserts."""
    if no_plugin and hook:
        raise typer.BadParameter("--no-plugin and --hook exclude each other")
    where, spoken = enter(home, lang)
    ledger = ledgers.load(where)
    config = load_config(where)
    live = Live.HOOK if hook else Live.NONE if no_plugin else None
    options = _options(ledger, config, lang, every, agents_md, block_in, live)
    host = find_host(hermes)
    gate = Gate.from_home(where, keep=False)
    for line in plans.heading(where, host, plan.version_of(host, where), spoken):
        print(line)
    owners = {} if repair and ledger else _owners(where, config, gate, spoken, yes=yes or dry_run)
    made = plan.make(where, config, options, host=host, ledger=ledger, owners=owners)
    if not repair:
        _preview(made.site, gate, spoken)
    _show(made.steps, gate, spoken, idle=made.idle)
    if dry_run:
        print(_DRY.of(spoken))
        return
    if not made.idle:
        _confirm(spoken, yes=yes)
    for step in plan.carry_out(made):
        print(f"✓ {step.title.of(spoken)}")
    _first_sync(where, spoken)
    words = ("--home", str(where))
    print(_NEXT.fill(doctor=typed("doctor", *words), verify=typed("verify", *words)).of(spoken))


def uninstall(
    home: HomeOption = None,
    dry_run: DryOption = False,
    yes: YesOption = False,
    purge: Annotated[
        bool, typer.Option("--purge", help="Remove our own folder too, settings and records.")
    ] = False,
    lang: LangOption = None,
    hermes: HermesOption = None,
) -> None:
    """Take safedigest out of a Hermes home: exactly what was put in; later edits by hand stay."""
    where, spoken = enter(home, lang)
    ledger = ledgers.load(where)
    if ledger is None:
        print(_NOTHING.of(spoken))
        if purge and not dry_run:
            shutil.rmtree(where / FOLDER, ignore_errors=True)
        return
    config = load_config(where)
    site = Site(where, config, Options(lang=spoken), ledger, installation(), find_host(hermes))
    steps = list(removal.plan(site))
    told = [step for step in steps if step.changes or step.remarks]
    _show(told, Gate.from_home(where, keep=False), spoken)
    if dry_run:
        print(_DRY.of(spoken))
        return
    _confirm(spoken, yes=yes)
    removal.carry_out(site, steps)
    if purge:
        shutil.rmtree(where / FOLDER, ignore_errors=True)
    print(_REMOVED.of(spoken))
    if not purge:
        print(_KEPT.fill(folder=where / FOLDER).of(spoken))


def enter(home: Path | None, lang: Lang | None, *, quiet: bool = False) -> tuple[Path, Lang]:
    """Return the home and the language to speak; from here on we are the home's owner."""
    where = place.find_hermes_home(home)
    spoken = lang or locale_lang() or Lang.EN
    uid = place.act_as_owner(where)
    if uid is not None and not quiet:
        print(_AS.fill(uid=uid, home=where).of(spoken))
    return where, spoken


def _options(
    ledger: Ledger | None,
    config: Config,
    lang: Lang | None,
    every: str | None,
    agents_md: AgentsMd | None,
    where: Where | None,
    live: Live | None,
) -> Options:
    """Return what is asked for: by this command, else by the installation that is there, else by default."""
    guessed = locale_lang()
    first = Options(lang=lang or (config.lang if ledger else guessed) or config.lang, agents_md=agents_md)
    options = plan.repeated(ledger.choices, first) if ledger else first
    minutes = minutes_of(every) if every else options.minutes
    known = ledger is None and guessed is not None and not _says_lang(config)
    return plan.changed(
        options,
        minutes=minutes,
        live=live or options.live,
        where=where or options.where,
        set_lang=lang is not None or known,
    )


def _says_lang(config: Config) -> bool:
    return config.lang is not Config().lang


def _owners(home: Path, config: Config, gate: Gate, lang: Lang, *, yes: bool) -> dict[str, str]:
    """Show who speaks where and return, by end, who the owner said they are."""
    owners: dict[str, str] = {}
    for name in sorted(config.owner):
        print(plans.known(name, lang))
    for end in survey.open_ends(home, config, gate, time.time()):
        for line in plans.people(end, lang):
            print(line)
        chosen = end.single if yes or not sys.stdin.isatty() else _chosen(end, lang)
        if chosen is not None:
            owners[end.end] = chosen.user
        print(plans.taken(end, chosen, lang))
    return owners


def _chosen(end: survey.Open, lang: Lang) -> survey.Person | None:
    answer = input(_WHO.fill(end=end.end).of(lang)).strip()
    number = int(answer) if answer.isdigit() else 0
    return end.people[number - 1] if 1 <= number <= len(end.people) else None


def _preview(site: Site, gate: Gate, lang: Lang) -> None:
    """Show what the terminal will be shown, with the settings as they will be."""
    try:
        now = time.time()
        draft = make(site.home, site.config, now, gate=gate)
    except StoreError:
        print(_WAITS.of(lang))
        return
    text = compose.whole(draft.feed.data, now=now, limit=site.config.limits.compact, without="cli")
    if text:
        print(f"\n{_PREVIEW.of(lang)}\n{text}")


def _show(steps: Sequence[Step], gate: Gate, lang: Lang, *, idle: bool = False) -> None:
    """Show the plan."""
    print((_IDLE if idle else _PLAN).of(lang))
    for line in plans.lines(steps, gate, lang):
        print(line)


def _confirm(lang: Lang, *, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise ConfigError(_NOT_ASKED.of(lang))
    if input(_ASK.of(lang)).strip().lower() not in ("y", "yes", "是", "好"):
        print(_STOPPED.of(lang))
        raise typer.Exit(ExitCode.DONE)


def _first_sync(home: Path, lang: Lang) -> None:
    """Fill the block; a home whose store is still to come is no error."""
    if not (home / "state.db").exists():
        print(_WAITS.of(lang))
        return
    report = sync(home)
    for notice in report.notices:
        print(notice)
