"""Print what share of generated secrets is masked, by group, and what share of harmless messages is changed, by kind.

    python -m benchmarks.detection [--seed 1] [--each 20] [--floor 0.99] [--alarms 0.005] [--show 20]

A secret leaks if any 8 characters in a row of it, or of the form it stood in, survive (4 of a shorter one than 12) that
stand nowhere else in the message. Exit code 1 where a group falls below the floor or alarms exceed their bound.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable

from safedigest.detect.build import default_finder
from safedigest.gate import Gate
from safedigest.text import Raw
from tests.corpus.cases import Case, harmless_cases, secret_cases

SHORT = 12


def leaks(case: Case, masked: str) -> bool:
    """Tell whether a piece of the case's secret survived in ``masked``."""
    around = case.text.replace(case.surface, "\n")
    return any(_survives(form, masked, around) for form in {case.value, case.surface})


def _survives(form: str, masked: str, around: str) -> bool:
    if len(form) < SHORT:
        size = min(4, len(form))
        return any(
            form[i : i + size] in masked and form[i : i + size] not in around
            for i in range(len(form) - size + 1)
        )
    core = form[7:-4]
    size = min(8, len(core))
    return any(
        core[i : i + size] in masked and core[i : i + size] not in around for i in range(len(core) - size + 1)
    )


def measure(
    mask: Callable[[str], str], cases: Iterable[Case]
) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """Count, by group and kind, the cases and those that went wrong (a leak, or a change of a harmless one)."""
    total: Counter[tuple[str, str]] = Counter()
    wrong: Counter[tuple[str, str]] = Counter()
    for case in cases:
        key = (case.group, case.kind)
        out = mask(case.text)
        total[key] += 1
        wrong[key] += leaks(case, out) if case.value else out != case.text
    return total, wrong


def by_group(counts: Counter[tuple[str, str]]) -> Counter[str]:
    """Sum ``counts`` over the kinds of each group."""
    groups: Counter[str] = Counter()
    for (group, _), number in counts.items():
        groups[group] += number
    return groups


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=20, help="messages of each kind")
    parser.add_argument("--floor", type=float, default=0.0, help="least share masked in every group")
    parser.add_argument(
        "--alarms", type=float, default=1.0, help="largest share of harmless messages changed"
    )
    parser.add_argument("--show", type=int, default=20, help="worst kinds to print")
    return parser.parse_args()


def main() -> int:
    """Run and print; return the exit code."""
    args = _arguments()
    gate = Gate(default_finder(personal="all"))

    def mask(text: str) -> str:
        return str(gate.mask(Raw(text)))

    total, wrong = measure(mask, [*secret_cases(args.seed, args.each), *harmless_cases(args.seed, args.each)])
    groups, bad = by_group(total), by_group(wrong)
    shares = {group: 1 - bad[group] / groups[group] for group in groups}
    alarms = 1 - shares.pop("harmless")
    for group, share in shares.items():
        print(f"{group:12} masked {groups[group] - bad[group]:5} of {groups[group]:5}  {share:7.2%}")
    print(f"{'harmless':12} changed {bad['harmless']:4} of {groups['harmless']:5}  {alarms:7.2%}")
    for (group, kind), number in sorted(wrong.items(), key=lambda item: -item[1] / total[item[0]])[
        : args.show
    ]:
        if number:
            print(
                f"  {'alarms' if group == 'harmless' else 'leaks '} {group}/{kind}: {number} of {total[group, kind]}"
            )
    return int(min(shares.values()) < args.floor or alarms > args.alarms)


if __name__ == "__main__":
    sys.exit(main())
