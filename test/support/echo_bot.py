"""A bot in Python's standard library alone: verifies the signature, and greets by name and echoes what is written."""

import base64
import hashlib
import hmac
import json
import os
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ["LINE_CHANNEL_SECRET"].encode()
TOKEN = os.environ["LINE_CHANNEL_ACCESS_TOKEN"]
LINE = os.environ["LINE_API_BASE_URL"]


def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"authorization": "Bearer " + TOKEN, "content-type": "application/json"}
    request = urllib.request.Request(LINE + path, data, headers)
    with urllib.request.urlopen(request, timeout=5) as response:
        return json.load(response)


class Callback(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        digest = hmac.new(SECRET, body, hashlib.sha256).digest()
        signature = self.headers.get("x-line-signature", "")
        if not hmac.compare_digest(base64.b64encode(digest).decode(), signature):
            self.answer(401)
            return
        for event in json.loads(body)["events"]:
            if event["type"] == "message":
                profile = call("/v2/bot/profile/" + event["source"]["userId"])
                text = profile["displayName"] + ": " + event["message"]["text"]
                messages = [{"type": "text", "text": text}]
                call(
                    "/v2/bot/message/reply",
                    {"replyToken": event["replyToken"], "messages": messages},
                )
        self.answer(200)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Callback)
print(server.server_port, flush=True)
server.serve_forever()
