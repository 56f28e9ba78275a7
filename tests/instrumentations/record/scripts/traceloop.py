# /// script
# dependencies = [
#   "traceloop-sdk==0.62.4",
#   "httpx==0.28.1",
#   "openai==3.49.0",
#   "anthropic==2.8.0",
# ]
# ///
"""OpenLLMetry (traceloop-sdk) with the OpenAI and Anthropic clients."""

import os

import anthropic
from opentelemetry import trace
from scenario import SYSTEM, TEA, OpenAIChats, get_weather, run
from traceloop.sdk import Traceloop
from traceloop.sdk.decorators import tool as tool_span
from traceloop.sdk.decorators import workflow

Traceloop.init(
    app_name="shop",
    api_endpoint=os.environ["RECORDER_URL"],
    headers={"wandb-api-key": os.environ["HEDDLE_API_KEY"], "project_id": "team/app"},
)
chats = OpenAIChats()


@tool_span(name="get_weather")
def weather(city: str) -> str:
    return get_weather(city)


@workflow(name="answer")
def tool():
    return chats.weather(weather)


@workflow(name="answer")
def session():
    Traceloop.set_association_properties({"session_id": "session-42", "user_id": "user-7", "plan": "pro"})
    chats.two_turns()


def anthropic_chat():
    anthropic.Anthropic().messages.create(
        model="claude-sonnet-4-5-20250929",
        max_tokens=2000,
        system=SYSTEM,
        messages=[{"role": "user", "content": TEA}],
    )


run(
    [
        chats.chat,
        chats.stream,
        tool,
        chats.image,
        chats.error,
        chats.responses,
        chats.embedding,
        anthropic_chat,
        session,
    ],
    flush=lambda: trace.get_tracer_provider().force_flush(),
)
