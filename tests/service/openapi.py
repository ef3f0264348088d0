#!/usr/bin/env python3
"""Every answer of the service against its own OpenAPI document: openapi.py URL MATCH [PATHS]. Each operation (of
PATHS, a pattern) is asked in each form that it names, with options of wrong kinds too. Prints faults; the last line counts the answers."""
import json
import os
import re
import sys
import urllib.error
import urllib.parse
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../cli"))
from check_document import Check  # noqa: E402

ROLL = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"
base, match = sys.argv[1], open(sys.argv[2], "rb").read()
faults, answers = [], 0


def ask(method, path, body=None, headers=None):
    request = urllib.request.Request(base + path, body, headers or {}, method=method)
    try:
        answer = urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as error:
        answer = error
    return answer.status, answer.headers.get_content_type(), answer.read()


def schema_of(operation, status, media):
    """The schema of an answer; None: any bytes; a fault where the document does not speak of it."""
    responses = operation["responses"]
    answer = responses.get(str(status), responses.get("default"))
    if answer is None or ("content" in answer and media not in answer["content"]):
        return f"status {status} with {media} is not described"
    return answer.get("content", {}).get(media, {}).get("schema")


def resolved(schema):
    """Our schemas that it may be: $ref and anyOf of them."""
    found = [resolved(one)[0] for one in schema["anyOf"]] if "anyOf" in schema else []
    return found or [document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]]


def examine(what, operation, answer):
    global answers
    answers += 1
    status, media, body = answer
    schema = schema_of(operation, status, media)
    if isinstance(schema, str):
        faults.append(f"{what}: {schema}")
    elif schema is not None:
        value = json.loads(body)
        tried = [list(Check(one).faults(value, one, "")) for one in resolved(schema)]
        if [] not in tried:
            faults.append(f"{what}: {status} {min(tried, key=len)[:3]}")
    return status


def wrong_values(parameters):
    """Values that an option does not take, by its schema."""
    for one in parameters:
        name, schema = one["name"], one["schema"]
        if name in ("position", "wait"):
            continue
        if schema["type"] in ("integer", "number") and "maximum" in schema:
            yield name, "%.0f" % (schema["maximum"] * 2 + 1)
        if schema["type"] in ("integer", "number"):
            yield name, "none"
        if schema["type"] == "boolean":
            yield name, "perhaps"
        if "enum" in schema:
            yield name, "/etc/passwd"


def try_operation(path, method, operation):
    content = operation["responses"]["200"].get("content", {})
    options = {"level": "0ply"} if any(p["name"] == "level" for p in operation.get("parameters", [])) else {}
    body, head = None, {}
    if "/rollout" in path:
        options["trials"] = "36"
    if path == "/v1/study":
        options = {"player": "Mira"}
    if path == "/v1/compare":
        options["level"] = "0ply,1ply"
    if "requestBody" in operation and "application/json" in operation["requestBody"]["content"]:
        body, head = json.dumps({"position": ROLL, **{k: int(v) if v.isdigit() else v for k, v in options.items()}}).encode(), {"Content-Type": "application/json"}
        options = {}
    elif "requestBody" in operation:
        body = match
    elif any(p["name"] == "position" for p in operation.get("parameters", [])) and not path.startswith("/v1/find"):
        options["position"] = ROLL
    query = "?" + urllib.parse.urlencode({**options, "wait": "25"})
    for media in content:
        status = examine(f"{method} {path} as {media}", operation, ask(method.upper(), path + query, body, {**head, "Accept": media}))
        if status != 200:
            faults.append(f"{method} {path} as {media}: {status}")
    for name, value in wrong_values(operation.get("parameters", [])):
        status, media, got = ask(method.upper(), path + query + "&" + urllib.parse.urlencode({name: value}), body, head)
        examine(f"{method} {path} with {name}={value}", operation, (status, media, got))
        if status != 400 or json.loads(got).get("option") != name:
            faults.append(f"{method} {path} with {name}={value}: {status} {got[:120]}")


document = json.loads(ask("GET", "/openapi.json")[2])
for path, operations in document["paths"].items():
    for method, operation in operations.items():
        if method != "parameters" and "{key}" not in path and re.fullmatch(sys.argv[3] if len(sys.argv) > 3 else ".*", path):
            try_operation(path, method, operation)
print("\n".join(faults[:20]))
print(f"{answers} answers, {len(faults)} faults")
sys.exit(bool(faults))
