import base64
import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 300


def verify(secret, headers, body, now=None):
    """headers: anything with get(name); body: the bytes as they came."""
    message_id = headers.get("webhook-id") or ""
    timestamp = headers.get("webhook-timestamp") or ""
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(signed)
    values = (headers.get("webhook-signature") or "").split(" ")
    return any([hmac.compare_digest(value.encode(), expected) for value in values])
