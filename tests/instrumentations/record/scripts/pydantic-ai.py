# /// script
# dependencies = [
#   "pydantic-ai-slim[openai]==2.62.0",
#   "logfire==5.2.0",
# ]
# ///
"""Pydantic AI through Logfire."""

import asyncio
import base64

import logfire
from pydantic_ai import Agent, BinaryContent
from pydantic_ai.models.openai import OpenAIChatModel
from scenario import COFFEE, FAIL, MODEL, PICTURE, PIXEL, SYSTEM, TEA, WEATHER, get_weather, run

logfire.configure(send_to_logfire=False, console=False, metrics=False)
logfire.instrument_pydantic_ai()
model = OpenAIChatModel(MODEL)
assistant = Agent(model, name="assistant", instructions=SYSTEM)


def chat():
    assistant.run_sync(TEA, model_settings={"temperature": 0.2, "max_tokens": 500})


def stream():
    async def read():
        async with assistant.run_stream(TEA) as result:
            await result.get_output()

    asyncio.run(read())


def agent():
    Agent(model, name="forecaster", tools=[get_weather]).run_sync(WEATHER)


def image():
    assistant.run_sync([PICTURE, BinaryContent(base64.b64decode(PIXEL), media_type="image/png")])


def error():
    assistant.run_sync(FAIL)


def session():
    with logfire.set_baggage(**{"session.id": "session-42", "user.id": "user-7"}):
        first = assistant.run_sync(TEA)
        assistant.run_sync(COFFEE, message_history=first.all_messages())


run([chat, stream, agent, image, error, session], flush=logfire.force_flush)
