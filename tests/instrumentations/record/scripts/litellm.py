# /// script
# dependencies = [
#   "litellm[mcp]==1.106.2",
#   "opentelemetry-sdk==1.45.2",
#   "opentelemetry-exporter-otlp-proto-http==1.45.1",
# ]
# ///
"""LiteLLM with its own OpenTelemetry callback."""

import json
import os
import time

os.environ["OTEL_EXPORTER"] = "otlp_http"
os.environ["OTEL_ENDPOINT"] = os.environ["RECORDER_URL"] + "/v1/traces"
os.environ["OTEL_HEADERS"] = f"wandb-api-key={os.environ['HEDDLE_API_KEY']},project_id=team/app"

import litellm
from opentelemetry import trace
from scenario import COFFEE, FAIL, MODEL, PICTURE, PIXEL, SYSTEM, TEA, WEATHER, WEATHER_TOOL, get_weather, run

litellm.callbacks = ["otel"]


def ask(question, history=(), **options):
    messages = [{"role": "system", "content": SYSTEM}, *history, {"role": "user", "content": question}]
    return litellm.completion(model=f"openai/{MODEL}", messages=messages, **options)


def chat():
    ask(TEA, temperature=0.2, max_tokens=500)


def stream():
    for _ in ask(TEA, stream=True, stream_options={"include_usage": True}):
        pass


def tool():
    messages = [{"role": "user", "content": WEATHER}]
    options = {"model": f"openai/{MODEL}", "tools": [WEATHER_TOOL]}
    message = litellm.completion(messages=messages, **options).choices[0].message
    call = message.tool_calls[0]
    result = get_weather(**json.loads(call.function.arguments))
    messages += [
        message.model_dump(exclude_none=True),
        {"role": "tool", "tool_call_id": call.id, "content": result},
    ]
    litellm.completion(messages=messages, **options)


def image():
    url = f"data:image/png;base64,{PIXEL}"
    parts = [{"type": "text", "text": PICTURE}, {"type": "image_url", "image_url": {"url": url}}]
    litellm.completion(model=f"openai/{MODEL}", messages=[{"role": "user", "content": parts}])


def error():
    ask(FAIL)


def session():
    def labels():
        # LiteLLM keeps notes of its own in the metadata that it is given.
        return {"user": "user-7", "metadata": {"session_id": "session-42", "tags": ["shop", "beta"]}}

    tea = ask(TEA, **labels()).choices[0].message.content
    ask(COFFEE, [{"role": "user", "content": TEA}, {"role": "assistant", "content": tea}], **labels())


def anthropic():
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": TEA}]
    litellm.completion(model="anthropic/claude-sonnet-4-5-20250929", messages=messages)


def embedding():
    litellm.embedding(model="openai/text-embedding-3-small", input=["tea", "coffee"])


def flush():
    # Callbacks run on a thread of LiteLLM's own after the call has returned.
    from litellm.litellm_core_utils.thread_pool_executor import executor

    executor.submit(lambda: None).result()
    time.sleep(1)
    trace.get_tracer_provider().force_flush()


run([chat, stream, tool, image, error, session, anthropic, embedding], flush=flush)
