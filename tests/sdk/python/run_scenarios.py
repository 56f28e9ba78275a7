"""Runs the scenarios of the named modules in one process: importing the SDK takes seconds.

python run_scenarios.py MODULE...
"""

import importlib
import sys
import traceback

import weave
from scenarios.scenario import say


def main():
    client = weave.init("team/app")
    for name in sys.argv[1:]:
        for scenario in importlib.import_module(f"scenarios.{name}").SCENARIOS:
            tell(scenario, client)
        client.flush()


def tell(scenario, client):
    try:
        say(scenario=scenario.__name__, result=scenario(client))
    except Exception:
        say(scenario=scenario.__name__, error=traceback.format_exc())


main()
