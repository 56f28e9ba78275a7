# /// script
# dependencies = [
#   "mlflow==3.17.2",
#   "openai==3.49.0",
#   "opentelemetry-exporter-otlp-proto-http==1.45.1",
# ]
# ///
"""MLflow tracing, exported over OTLP, with the OpenAI client."""

import os

os.environ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] = os.environ["RECORDER_URL"] + "/v1/traces"
os.environ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] = "http/protobuf"

import mlflow
import mlflow.openai
from mlflow.entities import Document, SpanType
from mlflow.tracing.provider import provider
from scenario import DOCUMENTS, RETURNS, OpenAIChats, get_weather, run

mlflow.openai.autolog()
chats = OpenAIChats()


@mlflow.trace(name="get_weather", span_type=SpanType.TOOL)
def weather(city: str) -> str:
    return get_weather(city)


@mlflow.trace(name="answer", span_type=SpanType.AGENT)
def tool():
    return chats.weather(weather)


@mlflow.trace(name="search", span_type=SpanType.RETRIEVER)
def search(query: str):
    return [
        Document(page_content=text, id=f"policy-{at}", metadata={"score": 0.9})
        for at, text in enumerate(DOCUMENTS)
    ]


@mlflow.trace(name="answer")
def rag():
    context = "\n".join(each.page_content for each in search(RETURNS))
    return chats.ask(f"Use only this:\n{context}\n\nQuestion: {RETURNS}")


@mlflow.trace(name="answer")
def session():
    metadata = {"mlflow.trace.session": "session-42", "mlflow.trace.user": "user-7"}
    mlflow.update_current_trace(metadata=metadata)
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
    flush=lambda: provider.get().force_flush(),
)
