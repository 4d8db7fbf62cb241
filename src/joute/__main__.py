"""`python -m joute` is the command `joute`."""

import sys

from joute.cli.entry import main

if __name__ == "__main__":
    sys.exit(main())
