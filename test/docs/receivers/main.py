import base64
import json

from verify import verify

with open("cases.json", encoding="utf-8") as file:
    for case in json.load(file):
        body = base64.b64decode(case["body"])
        print(str(verify(case["secret"], case["headers"], body, case["now"])).lower())
