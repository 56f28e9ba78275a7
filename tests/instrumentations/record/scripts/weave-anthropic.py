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
"""Weave SDK with the Anthropic client."""

import anthropic
import weave
from scenario import (
    COFFEE,
    FAIL,
    PICTURE,
    PIXEL,
    SYSTEM,
    TEA,
    WEATHER,
    WEATHER_TOOL,
    get_weather,
    run_with_weave,
)

MODEL = "claude-sonnet-4-5-20250929"

client = anthropic.Anthropic()


def ask(question, history=(), **options):
    messages = [*history, {"role": "user", "content": question}]
    return client.messages.create(model=MODEL, max_tokens=2000, system=SYSTEM, messages=messages, **options)


def chat():
    ask(TEA, thinking={"type": "enabled", "budget_tokens": 1024})


def stream():
    for _ in ask(TEA, stream=True):
        pass


def stream_helper():
    messages = [{"role": "user", "content": TEA}]
    with client.messages.stream(model=MODEL, max_tokens=2000, system=SYSTEM, messages=messages) as events:
        events.get_final_message()


def tool():
    function = WEATHER_TOOL["function"]
    tools = [
        {
            "name": function["name"],
            "description": function["description"],
            "input_schema": function["parameters"],
        }
    ]

    @weave.op(name="answer")
    def answer(question: str) -> str:
        first = ask(question, tools=tools)
        call = next(block for block in first.content if block.type == "tool_use")
        result = {"type": "tool_result", "tool_use_id": call.id, "content": get_weather(**call.input)}
        history = [
            {"role": "user", "content": question},
            {
                "role": "assistant",
                "content": [block.model_dump(exclude_none=True) for block in first.content],
            },
        ]
        return ask([result], history, tools=tools).content[0].text

    answer(WEATHER)


def image():
    source = {"type": "base64", "media_type": "image/png", "data": PIXEL}
    ask([{"type": "image", "source": source}, {"type": "text", "text": PICTURE}])


def error():
    @weave.op(name="answer")
    def answer(question: str) -> str:
        return ask(question).content[0].text

    answer(FAIL)


def session():
    @weave.op(name="answer")
    def answer(question: str, history: list) -> str:
        message = ask(question, history, metadata={"user_id": "user-7"})
        return next(block.text for block in message.content if block.type == "text")

    with weave.thread("session-42"), weave.attributes({"tags": ["shop", "beta"]}):
        tea = answer(TEA, [])
        answer(COFFEE, [{"role": "user", "content": TEA}, {"role": "assistant", "content": tea}])


run_with_weave([chat, stream, stream_helper, tool, image, error, session])
