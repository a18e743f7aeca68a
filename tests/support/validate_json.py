# SPDX-License-Identifier: GPL-3.0-or-later
"""validate_json.py SCHEMA FILE: checks a JSON document, or with --lines every line of FILE, against a schema.

Prints what is wrong with its place; exit 0 valid, 1 invalid, 2 no validator."""
import json
import pathlib
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError:
    sys.exit("the package python3-jsonschema is not installed (.ci/setup tests installs it)")

arguments = [argument for argument in sys.argv[1:] if argument != "--lines"]
schema = json.loads(pathlib.Path(arguments[0]).read_text(encoding="utf-8"))
Draft202012Validator.check_schema(schema)


def refuse(word):
    raise ValueError("found %s, which is not JSON" % word)


text = pathlib.Path(arguments[1]).read_text(encoding="utf-8")
documents = text.splitlines() if "--lines" in sys.argv else [text]
wrong = 0
for number, document in enumerate(documents, 1):
    value = json.loads(document, parse_constant=None if "--lines" in sys.argv else refuse)
    for error in Draft202012Validator(schema).iter_errors(value):
        wrong += 1
        print("%d: /%s: %s" % (number, "/".join(map(str, error.absolute_path)), error.message[:300]))
sys.exit(1 if wrong else 0)
