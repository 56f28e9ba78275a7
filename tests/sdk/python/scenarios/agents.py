import datetime

import weave
from opentelemetry import trace


def agents(client):
    """Records a turn as the SDK does, and reads it back in every way the SDK has."""
    start = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=1)
    _record_turn()
    trace.get_tracer_provider().force_flush()
    return {
        "agents": [_dump(agent) for agent in client.get_agents()],
        "versions": len(client.get_agent_versions(agent_name="planner")),
        "spans": [span.operation_name for span in client.get_agent_spans(agent_name="planner")],
        "turns": _dump(client.get_agent_turns(conversation_id="trip")),
        "found": _dump(client.search_agents(query="may")),
        "attributes": _dump(client.get_agent_custom_attributes()),
        "stats": _dump(client.get_agent_span_stats(start=start, metrics=[TOKENS])),
    }


TOKENS = {
    "alias": "tokens",
    "value": {"source": "field", "key": "output_tokens"},
    "value_type": "number",
    "aggregations": ["sum"],
}


def _record_turn():
    with weave.start_conversation(agent_name="planner", conversation_id="trip") as conversation:
        with conversation.start_turn(user_message="When?") as turn:
            with turn.start_llm(model="house-model", provider_name="house") as llm:
                llm.usage.output_tokens = 3
                llm.output("In May")
            with turn.start_tool(name="calendar", arguments='{"month":5}') as tool:
                tool.result = "free"


def _dump(model):
    return model.model_dump(mode="json")


SCENARIOS = [agents]
