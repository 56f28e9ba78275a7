# /// script
# dependencies = [
#   "logfire==5.2.0",
#   "openai==2.54.0",
#   "anthropic==2.10.0",
# ]
# ///
"""Logfire's own instrumentation of the OpenAI and Anthropic clients."""

import anthropic
import logfire
from scenario import SYSTEM, TEA, OpenAIChats, get_weather, run

logfire.configure(send_to_logfire=False, console=False, metrics=False)
chats = OpenAIChats()
claude = anthropic.Anthropic()
logfire.instrument_openai(chats.client)
logfire.instrument_anthropic(claude)
QUESTION = {"model": "claude-sonnet-4-5-20250929", "max_tokens": 2000, "system": SYSTEM}
QUESTION["messages"] = [{"role": "user", "content": TEA}]


def tool():
    with logfire.span("answer"):
        chats.weather(logfire.instrument("get_weather", record_return=True)(get_weather))


def session():
    with logfire.set_baggage(**{"session.id": "session-42", "user.id": "user-7"}):
        chats.two_turns()


def anthropic_chat():
    claude.messages.create(**QUESTION)


def anthropic_stream():
    with claude.messages.stream(**QUESTION) as stream:
        stream.until_done()


run(
    [
        chats.chat,
        chats.stream,
        tool,
        chats.image,
        chats.error,
        session,
        chats.responses,
        chats.embedding,
        anthropic_chat,
        anthropic_stream,
    ],
    flush=logfire.force_flush,
)
