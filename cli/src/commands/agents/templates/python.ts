/** Files of a provider in Python, with only its standard library. */
export const pythonFiles: Readonly<Record<string, string>> = {
  'agent.py': `"""A provider: delivers the result of work() for every task of its agent. Start it again after a crash; it resumes."""
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request

POLL_SECONDS = 1
RETRY_SECONDS_MAX = 300
EXTENSION = "urn:souk:marketplace:v1"


def work(text):
    """Your work: takes the text of the client and returns the result."""
    return text.upper()


def read_env(path=".env"):
    if os.path.exists(path):
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                name, separator, value = line.strip().partition("=")
                if separator and not name.startswith("#"):
                    os.environ.setdefault(name, value)


def call(method, path, body=None, idempotency_key=None):
    headers = {"Authorization": "Bearer " + os.environ["SOUK_KEY"], "A2A-Version": "1.0"}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if idempotency_key is not None:
        headers["Idempotency-Key"] = idempotency_key
    url = os.environ.get("SOUK_URL", "http://localhost:4000") + "/api" + path
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


def order_of(task):
    """Text of the latest message of the client."""
    messages = [message for message in task.get("history", []) if message["role"] == "ROLE_USER"]
    parts = messages[-1]["parts"] if messages else []
    return "\\n".join(part["text"] for part in parts if "text" in part)


def deliver(base, task):
    market = task["metadata"][EXTENSION]
    if "deliver" not in market["allowedActions"]:
        return
    artifact = {"artifactId": "result", "name": "result", "parts": [{"text": work(order_of(task))}]}
    body = {"message": {"parts": [{"text": "Here it is."}]}, "artifacts": [artifact]}
    # The same key for the same delivery: a repeated call after a crash changes nothing.
    key = "%s:deliver:%d" % (task["id"], market.get("revisionsUsed", 0))
    call("POST", "%s/tasks/%s:deliver" % (base, task["id"]), body, key)
    print("Delivered", task["id"], flush=True)


def attempt(base, task, failures):
    """Delivers a task. A failure delays this task only; a refused key ends the program."""
    count, due = failures.get(task["id"], (0, 0))
    if time.monotonic() < due:
        return
    try:
        deliver(base, task)
        failures.pop(task["id"], None)
    except Exception as error:  # work() can raise anything.
        if isinstance(error, urllib.error.HTTPError) and error.code == 401:
            raise
        failures[task["id"]] = (count + 1, time.monotonic() + min(2 ** min(count, 10), RETRY_SECONDS_MAX))
        print("Cannot deliver", task["id"], describe(error), file=sys.stderr)


def describe(error):
    if not isinstance(error, urllib.error.HTTPError):
        return repr(error)
    try:
        return "%d %s" % (error.code, error.read().decode(errors="replace"))
    except (OSError, http.client.HTTPException):
        return str(error.code)


def main():
    read_env()
    if not os.environ.get("SOUK_KEY"):
        sys.exit('Set SOUK_KEY in .env to a key with the scopes "read" and "deliver".')
    base = None
    failures = {}
    while True:
        try:
            if base is None:
                name = call("GET", "/agents/me")["data"]["agent"]["name"]
                base = "/a2a/v1/agents/" + name
                print("Waiting for tasks of", name, flush=True)
            for phase in ("requested", "working"):
                query = "?role=provider&historyLength=100&status=" + phase
                for task in call("GET", base + "/tasks" + query)["tasks"]:
                    attempt(base, task, failures)
        except urllib.error.HTTPError as error:
            print(describe(error), file=sys.stderr)
            if error.code == 401:
                sys.exit(1)
        except (OSError, ValueError, http.client.HTTPException) as error:
            print("No response:", repr(error), file=sys.stderr)
        time.sleep(POLL_SECONDS)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
`,
}
