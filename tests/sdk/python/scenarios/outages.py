import threading
import time

import weave

from scenarios.scenario import pause

CALLS = 60


@weave.op
def count_while_away(n: int) -> int:
    return n


@weave.op
def count_through_crash(n: int) -> int:
    return n


def server_away(client):
    """The server is away while all calls are made, and back before they are given up."""
    _publish(client, count_while_away)
    pause("away")
    for n in range(1, CALLS + 1):
        count_while_away(n)
    pause("back")


def server_crash(client):
    """The server is killed and started again while calls are on their way."""
    _publish(client, count_through_crash)
    calls = threading.Thread(target=_count_slowly)
    calls.start()
    pause("crash")
    calls.join()


def _count_slowly():
    for n in range(1, CALLS + 1):
        count_through_crash(n)
        time.sleep(0.04)


def _publish(client, op):
    """An op is stored with its first call; those after it need the server no more."""
    op(0)
    client.flush()


SCENARIOS = [server_away, server_crash]
