# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs tests that need torch: those of a file or pattern, in its folder or else here. Status 77 (skipped) where torch is not installed; with CI set that is an error."""
import os
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent

if __name__ == "__main__":
    try:
        import torch
    except ImportError as error:
        print("torch cannot be imported by %s: %s" % (sys.executable, error), file=sys.stderr)
        sys.exit(1 if os.environ.get("CI") else 77)
    print("torch %s" % torch.__version__, file=sys.stderr)
    torch.set_num_threads(1)
    pattern = HERE / (sys.argv[1] if len(sys.argv) > 1 else "test_*.py")
    found = unittest.defaultTestLoader.discover(str(pattern.parent), pattern=pattern.name)
    if found.countTestCases() == 0:
        sys.exit("no test was found")
    result = unittest.TextTestRunner(verbosity=2).run(found)
    for test, reason in result.skipped:
        print("skipped: %s: %s" % (test.id(), reason), file=sys.stderr)
    sys.exit(0 if result.wasSuccessful() else 1)
