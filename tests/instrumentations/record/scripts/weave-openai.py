# /// script
# dependencies = [
#   "weave==0.54.0",
#   "openai==3.49.0",
#   "anthropic==2.8.0",
#   "langchain==1.4.7",
#   "langchain-openai==1.7.3",
#   "langgraph==1.2.20",
#   "openai-agents==0.24.0",
# ]
# ///
"""Weave SDK with the OpenAI client: chat completions, responses, embeddings."""

import json

import weave
from openai import OpenAI
from scenario import (
    COFFEE,
    FAIL,
    MODEL,
    PICTURE,
    PIXEL,
    SYSTEM,
    TEA,
    WEATHER,
    WEATHER_TOOL,
    get_weather,
    run_with_weave,
)

client = OpenAI()


def ask(question, history=(), **options):
    messages = [{"role": "system", "content": SYSTEM}, *history, {"role": "user", "content": question}]
    return client.chat.completions.create(model=MODEL, messages=messages, **options)


def chat():
    ask(TEA, temperature=0.2, max_tokens=500)


def stream():
    for _ in ask(TEA, stream=True, stream_options={"include_usage": True}):
        pass


def tool():
    @weave.op(name="get_weather", kind="tool")
    def weather(city: str) -> str:
        return get_weather(city)

    @weave.op(name="answer")
    def answer(question: str) -> str:
        messages = [{"role": "user", "content": question}]
        first = client.chat.completions.create(model=MODEL, messages=messages, tools=[WEATHER_TOOL])
        message = first.choices[0].message
        call = message.tool_calls[0]
        result = weather(**json.loads(call.function.arguments))
        messages += [
            message.model_dump(exclude_none=True),
            {"role": "tool", "tool_call_id": call.id, "content": result},
        ]
        second = client.chat.completions.create(model=MODEL, messages=messages, tools=[WEATHER_TOOL])
        return second.choices[0].message.content

    answer(WEATHER)


def image():
    url = f"data:image/png;base64,{PIXEL}"
    parts = [{"type": "text", "text": PICTURE}, {"type": "image_url", "image_url": {"url": url}}]
    client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": parts}])


def error():
    @weave.op(name="answer")
    def answer(question: str) -> str:
        return ask(question).choices[0].message.content

    answer(FAIL)


def session():
    @weave.op(name="answer")
    def answer(question: str, history: list) -> str:
        return ask(question, history).choices[0].message.content

    labels = {"user_id": "user-7", "tags": ["shop", "beta"], "metadata": {"plan": "pro"}}
    with weave.thread("session-42"), weave.attributes(labels):
        tea = answer(TEA, [])
        answer(COFFEE, [{"role": "user", "content": TEA}, {"role": "assistant", "content": tea}])


def responses():
    client.responses.create(model=MODEL, instructions=SYSTEM, input=TEA, user="user-7")


def responses_stream():
    for _ in client.responses.create(model=MODEL, instructions=SYSTEM, input=TEA, stream=True):
        pass


def responses_tool():
    tools = [{"type": "function", **WEATHER_TOOL["function"], "strict": False}]
    items = [{"role": "user", "content": WEATHER}]

    @weave.op(name="answer")
    def answer() -> str:
        first = client.responses.create(model=MODEL, input=items, tools=tools)
        call = next(item for item in first.output if item.type == "function_call")
        result = get_weather(**json.loads(call.arguments))
        second = client.responses.create(
            model=MODEL,
            input=[
                *items,
                call.model_dump(exclude_none=True),
                {"type": "function_call_output", "call_id": call.call_id, "output": result},
            ],
            tools=tools,
        )
        return second.output_text

    answer()


def embedding():
    client.embeddings.create(model="text-embedding-3-small", input=["tea", "coffee"])


run_with_weave(
    [chat, stream, tool, image, error, session, responses, responses_stream, responses_tool, embedding]
)
