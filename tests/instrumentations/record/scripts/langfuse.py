# /// script
# dependencies = [
#   "langfuse==5.0.4",
#   "openai==3.49.0",
# ]
# ///
"""Langfuse SDK: its decorator, and its drop-in for the OpenAI client."""

import os

os.environ["LANGFUSE_BASE_URL"] = os.environ["RECORDER_URL"]
os.environ["LANGFUSE_PUBLIC_KEY"] = "pk-lf-fake"
os.environ["LANGFUSE_SECRET_KEY"] = os.environ["HEDDLE_API_KEY"]

from langfuse import get_client, observe, propagate_attributes
from langfuse.openai import OpenAI
from scenario import DOCUMENTS, RETURNS, OpenAIChats, get_weather, run

langfuse = get_client()
chats = OpenAIChats()
chats.client = OpenAI()


@observe(as_type="tool", name="get_weather")
def weather(city: str) -> str:
    return get_weather(city)


@observe(as_type="agent", name="answer")
def tool():
    return chats.weather(weather)


@observe(as_type="retriever", name="search")
def search(query: str):
    return [{"id": f"policy-{at}", "content": text, "score": 0.9} for at, text in enumerate(DOCUMENTS)]


@observe(name="answer")
def rag():
    context = "\n".join(each["content"] for each in search(RETURNS))
    return chats.ask(f"Use only this:\n{context}\n\nQuestion: {RETURNS}")


@observe(name="answer")
def session():
    labels = {"tags": ["shop", "beta"], "metadata": {"plan": "pro"}}
    with propagate_attributes(session_id="session-42", user_id="user-7", **labels):
        chats.two_turns()


run(
    [
        chats.chat,
        chats.stream,
        tool,
        chats.image,
        chats.error,
        rag,
        session,
        chats.responses,
        chats.embedding,
    ],
    flush=langfuse.flush,
)
