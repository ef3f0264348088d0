"""Checks a JSON document against a schema: schema_check.py SCHEMA DOCUMENT NAME."""
import json
import sys

import jsonschema

schema, document = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:3])
errors = list(jsonschema.Draft202012Validator(schema).iter_errors(document))
for e in errors[:5]:
    print(f"{sys.argv[3]}: /{'/'.join(map(str, e.path))}: {e.message[:200]}")
sys.exit(bool(errors))
