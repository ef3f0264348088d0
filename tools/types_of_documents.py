"""The types of kibitzer's documents, from their schemas, for other languages.

    python3 tools/types_of_documents.py python docs/*.schema.json > python/kibitzer/documents.py    # as make schemas does
    python3 tools/types_of_documents.py typescript docs/*.schema.json > package/documents.d.ts
    python3 tools/types_of_documents.py keys docs/*.schema.json > docs/documents.md    # every key with its places
    python3 tools/types_of_documents.py units docs/*.schema.json    # numbers of one name and of different units: there are none
    python3 tools/types_of_documents.py manual docs/*.schema.json > docs/kibitzer-documents.5    # what they mean
"""
import json
import keyword
import re
import sys
import textwrap
from pathlib import Path

PYTHON = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", "object": "Dict[str, Any]",
          "array": "List[Any]"}
TYPESCRIPT = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null",
              "object": "Record<string, unknown>", "array": "unknown[]"}


TAKEN = {"Any", "Dict", "List", "Literal", "Optional", "TypedDict", "Union", "Array", "Record"}  # by the languages


def type_of(document):
    """What the whole document is called: stubs.py asks too."""
    return camel(document) + "Answer"


def camel(text):
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", text))


class Types:
    """Records by name, in the order in which they are complete; what a document is."""

    def __init__(self, plain, several, choice, mapping):
        self.plain, self.several, self.choice, self.mapping = plain, several, choice, mapping
        self.records, self.documents = {}, {}

    def add_document(self, name, schema):
        self.root, self.document = schema, camel(name)
        self.documents[type_of(name)] = self.of(schema, type_of(name) if "properties" in schema else self.document + "Record")

    def of(self, schema, name):
        if "$ref" in schema:
            key = schema["$ref"].rsplit("/", 1)[1]
            return self.of(self.root["$defs"][key], camel(key))
        for word in ("oneOf", "anyOf"):
            if word in schema:
                return self.choice([self.of(s, f"{name}{i or ''}") for i, s in enumerate(schema[word])])
        if "const" in schema or "enum" in schema:
            return self.words([schema["const"]] if "const" in schema else schema["enum"])
        kinds = schema.get("type", "object")
        kinds = kinds if isinstance(kinds, list) else [kinds]
        return self.choice([self.kind(k, schema, name) for k in kinds])

    def words(self, values):
        raise NotImplementedError

    @staticmethod
    def about(value):
        return value.get("description")

    def kind(self, kind, schema, name):
        if kind == "array" and "items" in schema:
            return self.several(self.of(schema["items"], name[:-1] if name.endswith("s") else name))
        if kind == "object" and "properties" in schema:
            return self.record(schema, name)
        if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
            return self.mapping(self.of(schema["additionalProperties"], name))
        return self.plain[kind]

    def record(self, schema, name):
        name = schema.get("record", name)
        name = self.document + name if name in TAKEN else name
        required = set(schema.get("required", []))
        members = [(key, self.of(value, re.sub("(Answer|Record)$", "", name) + camel(key)), key in required, self.about(value))
                   for key, value in schema["properties"].items()]
        if self.records.get(name, members) != members:
            name = self.document + name
        while self.records.get(name, members) != members:
            name += "_"
        self.records.setdefault(name, members)
        return name


class Python(Types):
    HEAD = ('"""The documents of kibitzer as types: what json.loads() makes of them. Written by tools/types_of_documents.py from the schemas."""\n'
            "from typing import Any, Dict, List, Literal, Optional, TypedDict, Union\n")

    def __init__(self):
        super().__init__(PYTHON, "List[{}]".format, self.union, "Dict[str, {}]".format)

    @staticmethod
    def union(kinds):
        kinds = list(dict.fromkeys(kinds))
        rest = [k for k in kinds if k != "None"]
        text = rest[0] if len(rest) == 1 else f"Union[{', '.join(rest)}]" if rest else "None"
        return f"Optional[{text}]" if rest and len(rest) < len(kinds) else text

    def words(self, values):
        text = f"Literal[{', '.join(json.dumps(v) for v in values if v is not None)}]"
        return f"Optional[{text}]" if None in values else text

    @staticmethod
    def a_class(name, base, members):
        body = [f"    {key}: {kind}" + (f"  # {words}" if words else "") for key, kind, _, words in members]
        return "\n".join([f"class {name}({base}):", *(body or ["    pass"])])

    def text(self):
        out = [self.HEAD]
        for name, members in self.records.items():
            if not all(m[0].isidentifier() and not keyword.iskeyword(m[0]) for m in members):
                pairs = ", ".join(f"{json.dumps(m[0])}: {m[1]}" for m in members)
                out.append(f"{name} = TypedDict({json.dumps(name)}, {{{pairs}}}, total=False)")
                continue
            must, may = [m for m in members if m[2]], [m for m in members if not m[2]]
            if not may:
                out.append(self.a_class(name, "TypedDict", must))
            elif not must:
                out.append(self.a_class(name, "TypedDict, total=False", may))
            else:
                out.append(self.a_class(f"_{name}", "TypedDict", must))
                out.append(self.a_class(name, f"_{name}, total=False", may))
        out += [f"{name} = {kind}" for name, kind in self.documents.items() if name != kind]
        return "\n\n\n".join(out) + "\n"


class TypeScript(Types):
    HEAD = "// The documents of kibitzer as types: what JSON.parse() makes of them. Written by tools/types_of_documents.py from the schemas.\n"

    def __init__(self):
        super().__init__(TYPESCRIPT, "Array<{}>".format, lambda kinds: " | ".join(dict.fromkeys(kinds)), "Record<string, {}>".format)

    def words(self, values):
        return " | ".join(json.dumps(v) for v in values)

    def text(self):
        out = [self.HEAD]
        for name, members in self.records.items():
            lines = [f"export interface {name} {{"]
            for key, kind, must, words in members:
                lines += [f"    /** {words} */"] if words else []
                lines += [f"    {key if re.fullmatch(r'[A-Za-z_]+[A-Za-z0-9_]*', key) else json.dumps(key)}{'' if must else '?'}: {kind};"]
            out.append("\n".join([*lines, "}"]))
        out += [f"export type {name} = {kind};" for name, kind in self.documents.items() if name != kind]
        return "\n\n".join(out) + "\n"


class Manual(Types):
    """A page of the manual. Each record is described once, in the first document that has it."""

    PLAIN = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "null": "null", "object": "object", "array": "list"}
    HEAD = r'''.\" Written by tools/types_of_documents.py from the schemas, as make man does.
.Dd November 27, 2026
.Dt KIBITZER-DOCUMENTS 5
.Os
.Sh NAME
.Nm kibitzer-documents
.Nd keys of the documents that kibitzer prints
.Sh DESCRIPTION
What the keys of JSON and the columns of CSV and TSV mean, document by document.
A column that is a key of a record inside has both names: race_on_roll_pips is the key pips of on_roll in race.
Tables have the same values, with titles.
A record that several documents have is described once.
.Cm kibitzer schema Ar NAME
prints the same for programs.
The unit of a figure is in brackets.'''
    FOOT = ".Sh SEE ALSO\n.Xr kibitzer 1"

    def __init__(self):
        super().__init__(self.PLAIN, "list of {}".format, lambda kinds: " or ".join(dict.fromkeys(kinds)), "{}, by names".format)
        self.lines = []

    def words(self, values):
        return ", ".join("null" if v is None else str(v) for v in values)

    @staticmethod
    def about(value):
        return (value.get("description") or value.get("title", "").lower()) + (f" [{value['unit']}]" if "unit" in value else "")

    @staticmethod
    def roff(text):
        text = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
        text = re.sub(r"`([^`]*)`", r"\\(oq\1\\(cq", text)
        return [line for one in re.split(r"(?<=[.]) (?=[A-Z])", text) for line in textwrap.wrap(one, 120, break_long_words=False, break_on_hyphens=False)]

    def add_document(self, name, schema):
        known = set(self.records)
        super().add_document(name, schema)
        self.lines += [f".Sh {name.upper()}", *self.roff((schema.get("description") or schema["title"]).rstrip(".") + ".")]
        for record in [r for r in self.records if r not in known][::-1]:
            self.lines += [f".Ss {record}" + (f" (each of {name})" if record == camel(name) + "Record" else ""), ".Bl -tag -width Ds -compact"]
            for key, what, must, words in self.records[record]:
                self.lines += [f".It Va {key}", *self.roff(what + ("" if must else ", may be left out") + (": " + words if words else ""))]
            self.lines += [".El"]

        for one in schema.get("anyOf", [schema]):
            whole = one.get("items", one)
            lists = {one.get("record", ""): whole, **whole["properties"]}
            for part, columns in [(part, p["x-csv"]) for part, p in lists.items() if "x-csv" in p]:
                self.lines += [".Ss Columns of CSV and TSV" + (f": {part}" if part else ""), *self.roff(", ".join(columns) + ".")]

    def text(self):
        return "\n".join([self.HEAD, *self.lines, self.FOOT]) + "\n"


def nullable(schema):
    return [k for k in (schema.get("type") if isinstance(schema.get("type"), list) else [schema.get("type", "")]) if k != "null"]


class Keys:
    """A list of all keys, each with what it is and the documents that have it."""

    HEAD = """# Keys of the documents

Written by `make schemas`. A name means one thing wherever it is: in JSON, as a column of CSV, in Python and TypeScript. `kibitzer schema NAME`
says more about each document; its `x-csv` lists the columns of CSV and TSV.

A line of NDJSON begins with the `schema` of its document, or, where it is of a list inside one, with that and the list's name: `kibitzer/rollout/1#results`.

**Where there is no answer** (no position was given, no file found, no match, decision or setting fits) the exit status is 3 and a message says so. Forms for programs still have
the whole document: JSON with empty lists, CSV and TSV with the names of the columns, NDJSON without a line. Forms for people have nothing. What `db` lists
about a collection may be an empty list: that is an answer, with status 0. After a question that makes no sense, or about a player, file or collection
that is not there, there is the message alone.

**Language.** Keys and words that programs compare are English. Sentences (`why`, `question`) are in the language of `--language`, and the document then says so: `"language": "de"`.
In English there is no such key, as in documents of earlier versions: a reader that takes a missing key for English reads all of them.

| key | what it is | documents |
|---|---|---|
"""

    def __init__(self):
        self.keys = {}

    def add_document(self, name, schema):
        self.walk(schema, schema, name, set())

    def walk(self, schema, root, document, seen):
        for inner in [*schema.get("oneOf", []), *schema.get("anyOf", []), *[schema[k] for k in ("items", "additionalProperties") if isinstance(schema.get(k), dict)]]:
            self.walk(inner, root, document, seen)
        if "$ref" in schema and schema["$ref"] not in seen:
            self.walk(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root, document, seen | {schema["$ref"]})
        for key, value in schema.get("properties", {}).items():
            what = " or ".join(nullable(value)) or "any"
            what += f", {value['unit']}" if "unit" in value else ""
            self.keys.setdefault(key, {}).setdefault(what, {})[document] = None
            self.walk(value, root, document, seen)

    def text(self):
        rows = [f"| `{key}` | {what} | {', '.join(documents)} |" for key, kinds in sorted(self.keys.items()) for what, documents in kinds.items()]
        return self.HEAD + "\n".join(rows) + "\n"

    def homonyms(self):
        """Numbers of one name and of different units: a name, its units with their documents."""
        for key, kinds in sorted(self.keys.items()):
            units = {}
            for what, documents in kinds.items():
                kind, _, unit = what.partition(", ")
                if kind in ("number", "integer"):
                    units.setdefault(unit or "no unit", []).extend(documents)
            if len(units) > 1:
                yield f"{key}: " + "; ".join(f"{unit} ({', '.join(documents)})" for unit, documents in units.items())


if __name__ == "__main__":
    types = {"keys": Keys, "units": Keys, "python": Python, "typescript": TypeScript, "manual": Manual}[sys.argv[1]]()
    for path in sys.argv[2:]:
        types.add_document(Path(path).name.removesuffix(".schema.json"), json.loads(Path(path).read_text()))
    if sys.argv[1] == "units":
        sys.exit("\n".join(types.homonyms()) or 0)
    print(types.text(), end="")
