"""`python -m joute.cli`: the same as `joute`."""

import sys

from .main import main

sys.exit(main())
