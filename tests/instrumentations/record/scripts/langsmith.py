# /// script
# dependencies = [
#   "langsmith[otel]==0.14.17",
#   "openai==3.49.0",
# ]
# ///
"""LangSmith SDK, exporting over OTLP only, with the OpenAI client."""

import os

os.environ["LANGSMITH_TRACING"] = "true"
os.environ["LANGSMITH_OTEL_ENABLED"] = "true"
os.environ["LANGSMITH_OTEL_ONLY"] = "true"
os.environ["LANGSMITH_API_KEY"] = os.environ["HEDDLE_API_KEY"]
os.environ["LANGSMITH_ENDPOINT"] = os.environ["RECORDER_URL"]

from langsmith import traceable
from langsmith.run_trees import get_cached_client
from langsmith.wrappers import wrap_openai
from opentelemetry import trace
from scenario import DOCUMENTS, RETURNS, OpenAIChats, get_weather, run

client = get_cached_client()
chats = OpenAIChats()
chats.client = wrap_openai(chats.client)


@traceable(run_type="tool", name="get_weather")
def weather(city: str) -> str:
    return get_weather(city)


@traceable(name="answer")
def tool():
    return chats.weather(weather)


@traceable(run_type="retriever", name="search")
def search(query: str):
    return [{"page_content": text, "type": "Document", "metadata": {"score": 0.9}} for text in DOCUMENTS]


@traceable(name="answer")
def rag():
    context = "\n".join(each["page_content"] for each in search(RETURNS))
    return chats.ask(f"Use only this:\n{context}\n\nQuestion: {RETURNS}")


@traceable(
    name="answer",
    metadata={"session_id": "session-42", "user_id": "user-7", "plan": "pro"},
    tags=["shop", "beta"],
)
def session():
    chats.two_turns()


def flush():
    client.flush()
    trace.get_tracer_provider().force_flush()


run([chats.chat, chats.stream, tool, chats.image, chats.error, rag, session, chats.responses], flush=flush)
