"""What the document has no words for, and what a run must not do to itself."""

import os
import re
from datetime import datetime, timedelta, timezone

import schemathesis
from hypothesis import strategies as st

CALLER_ID = os.environ.get("WEIR_TEST_CALLER_ID")
NOBODYS_ID = "00000000-0000-4000-8000-000000000000"
# Interactions that are there: what a run creates it mostly deletes again before it looks at it, and deleted ones stay away.
INTERACTION_IDS = os.environ.get("WEIR_TEST_INTERACTION_IDS", "").split()
# What a caller may do to themselves, of a user who is there for certain.
OF_ONESELF = {"/users/{id}/sessions", "/users/{id}/data", "/users/{id}/identity", "/users/{id}/proxy-token"}
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)

# Rules that compare fields, measure a whole object, or bound a number that is sent as text: what fits its schema may break
# them, and is told so. Each is a field's path and the beginning of the message.
RULES_BEYOND_THE_SCHEMA = (
    (r"(^|.*\.)end", "must not be less than start"),
    (r"content_hash", "is required, unless start_date and end_date are given"),
    (r"user_id", "is required, unless content_hash is given"),
    (r"content_metadata", "must be nested at most"),
    (r"content_metadata", "must take at most"),
    (r"(new_)?password", "must have lower-case and upper-case letters"),
    (r"(.*\.)?conditions\.\d+\.value", "must be at "),
    (r"(.*\.)?conditions\.\d+\.value", "must be of type number or int"),
    (r"tier", "must be 1 or 2 here"),
    # Patterns of detectors are tried, and known values are to be worth knowing.
    (r"(detector\.)?pattern(s\.\d+)?", "is no RE2 pattern"),
    (r"(detector\.)?pattern(s\.\d+)?", "has a "),
    (r"(detector\.)?pattern(s\.\d+)?", "is too "),
    (r"(detector\.)?pattern(s\.\d+)?", "can match the empty string"),
    (r"(detector\.)?pattern(s\.\d+)?", "matches "),
    (r"(detector\.)?values\.\d+", "must have at "),
    # Which fields a detector has, and within which bounds, is said by its kind, which no update names.
    (r"(patterns?|words|values|types?|ignore_case|whole_words|context(_score)?|score)", "is not a known field"),
    (r"kind", "cannot change"),
    (r"values", "are to be sent again"),
    (r"(values|context)", "must "),
    (r"score", "must be "),
    # Which services can be switched is said by the catalogue, and when a switch ends is bound to now.
    (r"expires_at", "must be "),
    (r"platform_id", "is no service of the catalogue"),
    (r"policy_id", "is no policy of yours"),
    (r"(resolution|note)", "is for resolved alerts only"),
    (r"user_ids", "must name a user"),
    (r"addresses\.\d+", "must be a CIDR"),
    # Where deliveries may go.
    (r"url", "it"),
)
SENTENCES_BEYOND_THE_SCHEMA = (
    "Invitation not found, used already, or replaced by a newer one",
    "The request body is not valid JSON, or has a field named __proto__",
)

# Random text of which one in thousands has the right shape.
PASSWORDS = st.text(st.characters(codec="ascii", min_codepoint=32), min_size=9).map(lambda text: "Aa1" + text)
schemathesis.openapi.format("password", PASSWORDS)


@schemathesis.hook
def map_body(context, body):
    """Findings that end before they start are all refused for the same reason."""
    put_in_order(body)
    return body


def put_in_order(part):
    if isinstance(part, list):
        for item in part:
            put_in_order(item)
    elif isinstance(part, dict):
        if type(part.get("start")) is int and type(part.get("end")) is int:
            part["start"], part["end"] = sorted((part["start"], part["end"]))
        for item in part.values():
            put_in_order(item)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Who resets the own password is logged out: that is done to somebody else."""
    if case.operation.path.endswith("/reset-password") and case.path_parameters.get("id") == CALLER_ID:
        case.path_parameters["id"] = NOBODYS_ID
    if case.operation.path.endswith("/sessions/{session_id}"):
        # Ids from earlier answers come again, the one of the caller's own session too.
        if UUID.fullmatch(str((case.path_parameters or {}).get("session_id"))):
            case.path_parameters["session_id"] = NOBODYS_ID
    if case.operation.path in OF_ONESELF or (case.operation.path == "/users/{id}" and case.method == "GET"):
        # A malformed id is malformed on purpose.
        if CALLER_ID and UUID.fullmatch(str((case.path_parameters or {}).get("id"))):
            case.path_parameters["id"] = CALLER_ID
    if case.operation.path in ("/service-switches", "/exceptions") and isinstance(case.body, dict):
        # Only what ends soon is taken; what is no time at all is wrong on purpose.
        if TIME.fullmatch(str(case.body.get("expires_at"))):
            soon = datetime.now(timezone.utc) + timedelta(hours=1)
            case.body["expires_at"] = soon.strftime("%Y-%m-%dT%H:%M:%SZ")
    if case.operation.path.startswith("/interactions/{id}") and INTERACTION_IDS:
        # A malformed id is malformed on purpose.
        if UUID.fullmatch(str((case.path_parameters or {}).get("id"))):
            is_last = len(INTERACTION_IDS) == 1
            gone = case.method == "DELETE" and not is_last
            case.path_parameters["id"] = INTERACTION_IDS.pop() if gone else INTERACTION_IDS[0]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """A 400 is right for what fits the schema where every reason given is such a rule."""
    if type(failure).__name__ != "RejectedPositiveData" or response.status_code != 400:
        return True
    body = response.json()
    if body["details"]:
        return not all(is_beyond_the_schema(detail) for detail in body["details"])
    return body["error"] not in SENTENCES_BEYOND_THE_SCHEMA


def is_beyond_the_schema(detail):
    return any(
        re.fullmatch(path, detail["path"]) and detail["message"].startswith(message)
        for path, message in RULES_BEYOND_THE_SCHEMA
    )
