"""``python -m safedigest`` is ``safedigest``."""

from safedigest.cli.app import main

main()
