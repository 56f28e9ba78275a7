import os

import weave


def init_with_entity(client):
    weave.init("house/with-entity")
    _first_op()


def init_without_entity(client):
    weave.init("without-entity")
    _first_op()


def init_with_odd_name(client):
    """A space and a letter that a URL must encode."""
    weave.init("my team/pröj x")
    _first_op()


def base_url_alone(client):
    trace_url = os.environ.pop("WF_TRACE_SERVER_URL")
    try:
        weave.init("team/base-url-alone")
        _first_op()
    finally:
        os.environ["WF_TRACE_SERVER_URL"] = trace_url


def _first_op():
    @weave.op
    def first(n: int) -> int:
        return n + 1

    first(1)
    weave.finish()


SCENARIOS = [init_with_entity, init_without_entity, init_with_odd_name, base_url_alone]
