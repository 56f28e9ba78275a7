# /// script
# dependencies = [
#   "openlit==1.45.0",
#   "openai==2.54.0",
# ]
# ///
"""OpenLIT with the OpenAI client."""

import openlit
from opentelemetry import trace
from opentelemetry._logs import get_logger_provider
from scenario import COFFEE, TEA, OpenAIChats, run

openlit.init(application_name="shop", disable_metrics=True)
chats = OpenAIChats()


def session():
    tea = chats.ask(TEA, user="user-7")
    chats.ask(
        COFFEE, [{"role": "user", "content": TEA}, {"role": "assistant", "content": tea}], user="user-7"
    )


def flush():
    trace.get_tracer_provider().force_flush()
    get_logger_provider().force_flush()


run(
    [
        chats.chat,
        chats.stream,
        chats.tool,
        chats.image,
        chats.error,
        session,
        chats.responses,
        chats.embedding,
    ],
    flush=flush,
)
