# /// script
# dependencies = [
#   "google-adk==2.13.0",
#   "opentelemetry-exporter-otlp-proto-http==1.44.0",
# ]
# ///
"""Google ADK with Gemini."""

import asyncio
import base64
import os

os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "SPAN_ONLY"

from scenario import COFFEE, FAIL, PICTURE, PIXEL, SYSTEM, TEA, WEATHER, get_weather, otlp_provider, run

provider = otlp_provider()

from google.adk.agents import Agent
from google.adk.runners import InMemoryRunner
from google.genai import types

MODEL = "gemini-2.5-flash"
assistant = Agent(name="assistant", model=MODEL, instruction=SYSTEM)


def ask(agent, session_id, *turns):
    async def answer():
        runner = InMemoryRunner(agent=agent, app_name="shop")
        sessions = runner.session_service
        await sessions.create_session(app_name="shop", user_id="user-7", session_id=session_id)
        for parts in turns:
            message = types.Content(role="user", parts=parts)
            async for _ in runner.run_async(user_id="user-7", session_id=session_id, new_message=message):
                pass

    asyncio.run(answer())


def text(words):
    return types.Part(text=words)


def chat():
    ask(assistant, "session-1", [text(TEA)])


def agent():
    ask(Agent(name="forecaster", model=MODEL, tools=[get_weather]), "session-2", [text(WEATHER)])


def image():
    picture = types.Part.from_bytes(data=base64.b64decode(PIXEL), mime_type="image/png")
    ask(assistant, "session-3", [text(PICTURE), picture])


def error():
    ask(assistant, "session-4", [text(FAIL)])


def session():
    ask(assistant, "session-42", [text(TEA)], [text(COFFEE)])


run([chat, agent, image, error, session], flush=provider.force_flush)
