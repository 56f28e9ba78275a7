"""Runs scenarios one after another, telling the recorder which one begins."""

import http.client
import json
import os
from urllib.parse import urlsplit

TEA = "How do I make tea?"
COFFEE = "And coffee?"
WEATHER = "What is the weather in Paris?"
PICTURE = "What is in this picture?"
RETURNS = "How long can I return it?"
FAIL = "Please fail."

SYSTEM = "Answer in Markdown."
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
MODEL = "gpt-4o-mini"

DOCUMENTS = [
    "Goods can be returned within 30 days of delivery.",
    "Refunds are paid to the card that was used.",
]

WEATHER_TOOL = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "Current weather of a city.",
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string"}},
            "required": ["city"],
        },
    },
}


def get_weather(city: str) -> str:
    """Current weather of a city."""
    return f"18 °C and sunny in {city}"


def run(scenarios, flush, begin=lambda name: None):
    """The scenario named `error` has to raise; every other one must not."""
    for scenario in scenarios:
        name = scenario.__name__
        _tell(name)
        begin(name)
        try:
            scenario()
            failed = False
        except Exception:
            if name != "error":
                raise
            failed = True
        flush()
        if name == "error" and not failed:
            raise AssertionError("the scenario named error did not fail")


def run_with_weave(scenarios):
    """Each scenario in a project of its own."""
    import weave
    from opentelemetry import trace

    def begin(name):
        weave.init(f"team/{os.environ['LIBRARY']}-{name}")

    def flush():
        weave.get_client().flush()
        # The SDK sends the spans of agents and of the Anthropic client apart from calls.
        provider = trace.get_tracer_provider()
        if hasattr(provider, "force_flush"):
            provider.force_flush()

    run(scenarios, flush, begin)


def otlp_provider():
    """A tracer provider that exports as the OTEL_ variables say."""
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    return provider


class OpenAIChats:
    """The scenarios of every library that watches the OpenAI client itself."""

    def __init__(self):
        from openai import OpenAI

        self.client = OpenAI()

    def ask(self, question, history=(), **options):
        messages = [{"role": "system", "content": SYSTEM}, *history, {"role": "user", "content": question}]
        answer = self.client.chat.completions.create(model=MODEL, messages=messages, **options)
        return answer if options.get("stream") else answer.choices[0].message.content

    def chat(self):
        self.ask(TEA, temperature=0.2, max_tokens=500)

    def stream(self):
        for _ in self.ask(TEA, stream=True, stream_options={"include_usage": True}):
            pass

    def tool(self):
        self.weather(lambda city: get_weather(city))

    def weather(self, call_tool):
        messages = [{"role": "user", "content": WEATHER}]
        create = self.client.chat.completions.create
        message = create(model=MODEL, messages=messages, tools=[WEATHER_TOOL]).choices[0].message
        call = message.tool_calls[0]
        result = call_tool(**json.loads(call.function.arguments))
        messages += [
            message.model_dump(exclude_none=True),
            {"role": "tool", "tool_call_id": call.id, "content": result},
        ]
        return create(model=MODEL, messages=messages, tools=[WEATHER_TOOL]).choices[0].message.content

    def image(self):
        url = f"data:image/png;base64,{PIXEL}"
        parts = [{"type": "text", "text": PICTURE}, {"type": "image_url", "image_url": {"url": url}}]
        self.client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": parts}])

    def error(self):
        self.ask(FAIL)

    def two_turns(self):
        tea = self.ask(TEA)
        self.ask(COFFEE, [{"role": "user", "content": TEA}, {"role": "assistant", "content": tea}])

    def responses(self):
        self.client.responses.create(model=MODEL, instructions=SYSTEM, input=TEA)

    def embedding(self):
        self.client.embeddings.create(model="text-embedding-3-small", input=["tea", "coffee"])


def _tell(name):
    # Not with urllib or requests: libraries that trace those would record this request, too.
    connection = http.client.HTTPConnection(urlsplit(os.environ["RECORDER_URL"]).netloc)
    connection.request("POST", "/scenario", json.dumps({"name": name}))
    connection.getresponse().read()
    connection.close()
