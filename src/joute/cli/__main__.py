"""`python -m joute.cli`: the same as `joute`."""

import sys

from .entry import main

sys.exit(main())
