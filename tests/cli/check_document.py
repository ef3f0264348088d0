"""Checks JSON documents against a schema, and its examples: check_document.py SCHEMA DOCUMENT ...

Only the parts of JSON Schema that our schemas use; any other is an error. The schemas are open (what they do not name
may be added later), the check is closed: a member that the schema does not name is an error."""
import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
WORDS = {"$schema", "$id", "$defs", "title", "description", "type", "properties", "required", "additionalProperties",
         "items", "minItems", "maxItems", "enum", "const", "anyOf", "oneOf", "$ref", "minimum", "maximum", "pattern",
         "format", "unit", "examples", "record", "x-csv"}


def is_of_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


class Check:
    def __init__(self, schema):
        self.root = schema

    def choices(self, value, schemas, path):
        tried = [list(self.faults(value, s, path)) for s in schemas]
        if [] not in tried:
            yield from min(tried, key=len)

    def of_object(self, value, s, path):
        known = s.get("properties", {})
        rest = s.get("additionalProperties", False)
        for name in s.get("required", []):
            if name not in value:
                yield f"{path}: lacks {name}"
        for name, member in value.items():
            if name in known:
                yield from self.faults(member, known[name], f"{path}/{name}")
            elif isinstance(rest, dict):
                yield from self.faults(member, rest, f"{path}/{name}")
            elif "properties" in s and rest is False:
                yield f"{path}: has {name}, which the schema does not name"

    def of_array(self, value, s, path):
        if not s.get("minItems", 0) <= len(value) <= s.get("maxItems", len(value)):
            yield f"{path}: has {len(value)} items"
        for i, item in enumerate(value):
            yield from self.faults(item, s.get("items", {}), f"{path}/{i}")

    def faults(self, value, s, path):
        if s is True:
            return
        unknown = set(s) - WORDS
        if unknown:
            yield f"{path}: the schema uses {unknown}, which this check does not know"
        if "$ref" in s:
            yield from self.faults(value, self.root["$defs"][s["$ref"].removeprefix("#/$defs/")], path)
        names = s.get("type", [])
        names = [names] if isinstance(names, str) else names
        if names and not any(is_of_type(value, n) for n in names):
            yield f"{path}: {json.dumps(value)[:60]} is not of type {' or '.join(names)}"
            return
        if "enum" in s and value not in s["enum"] or "const" in s and value != s["const"]:
            yield f"{path}: {json.dumps(value)[:60]} is not a value that the schema names"
        for word in ("anyOf", "oneOf"):
            if word in s:
                yield from self.choices(value, s[word], path)
        if isinstance(value, str) and not re.search(s.get("pattern", ""), value):
            yield f"{path}: {value[:60]} does not match {s['pattern']}"
        if is_of_type(value, "number") and not s.get("minimum", value) <= value <= s.get("maximum", value):
            yield f"{path}: {value} is out of range"
        if isinstance(value, dict):
            yield from self.of_object(value, s, path)
        if isinstance(value, list):
            yield from self.of_array(value, s, path)


def parts(s):
    """The schema and all that is in it."""
    if isinstance(s, dict):
        yield s
    for inner in s.values() if isinstance(s, dict) else s if isinstance(s, list) else []:
        yield from parts(inner)


def checked(schema, documents):
    with open(schema, encoding="utf-8") as f:
        check = Check(json.load(f))
    for part in parts(check.root):
        for example in part["examples"] if isinstance(part.get("examples"), list) else []:
            yield from check.faults(example, part, f"{schema}: examples")
    for path in documents:
        with open(path, encoding="utf-8") as f:
            yield from list(check.faults(json.load(f), check.root, path))[:5]


def main():
    wrong = 0
    words = sys.argv[1:]
    while words:
        n = words.index("--") if "--" in words else len(words)
        for fault in checked(words[0], words[1:n]):
            print(fault)
            wrong = 1
        words = words[n + 1 :]
    return wrong


if __name__ == "__main__":
    sys.exit(main())
