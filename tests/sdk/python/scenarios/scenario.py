"""What scenarios tell the tests that run them."""

import json
import sys


def say(**message):
    print(f"@heddle {json.dumps(message)}", flush=True)


def pause(name):
    """Waits until what the test does at this pause is done."""
    say(pause=name)
    sys.stdin.readline()
