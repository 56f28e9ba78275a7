"""Gives a Phoenix server the traces, annotations and dataset that the import is tried with. Usage: fill-phoenix.py URL"""

import sys
import time

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from phoenix.client import Client

URL = sys.argv[1]
QUESTION = "Where is my order?"
ANSWER = "It arrives today."

provider = TracerProvider(resource=Resource({"openinference.project.name": "shop"}))
provider.add_span_processor(SimpleSpanProcessor(OTLPSpanExporter(f"{URL}/v1/traces")))
tracer = provider.get_tracer("shop")

ROOT = {
    "openinference.span.kind": "CHAIN",
    "session.id": "chat-7",
    "user.id": "ada",
    "input.value": '{"question": "Where is my order?"}',
    "input.mime_type": "application/json",
    "output.value": ANSWER,
    "tag.tags": ["beta"],
    "metadata": '{"plan": "pro"}',
}
CHAT = {
    "openinference.span.kind": "LLM",
    "llm.model_name": "gpt-4o-mini",
    "llm.provider": "openai",
    "llm.token_count.prompt": 40,
    "llm.token_count.completion": 8,
    "llm.token_count.total": 48,
    "llm.input_messages.0.message.role": "user",
    "llm.input_messages.0.message.content": QUESTION,
    "llm.output_messages.0.message.role": "assistant",
    "llm.output_messages.0.message.content": ANSWER,
    "llm.invocation_parameters": '{"temperature": 0.2}',
}
SEARCH = {
    "openinference.span.kind": "RETRIEVER",
    "input.value": "order",
    "retrieval.documents.0.document.content": "Order 17 ships daily.",
    "retrieval.documents.0.document.id": "17",
    "retrieval.documents.0.document.score": 0.5,
}
REFUND = {"openinference.span.kind": "TOOL", "tool.name": "refund", "input.value": '{"order": 18}'}

with tracer.start_as_current_span("answer", attributes=ROOT) as root:
    with tracer.start_as_current_span("chat", attributes=CHAT) as chat:
        pass
    with tracer.start_as_current_span("search", attributes=SEARCH):
        pass
try:
    with tracer.start_as_current_span("refund", attributes=REFUND):
        raise ValueError("no order 18")
except ValueError:
    pass
provider.shutdown()

client = Client(base_url=URL)
for _ in range(100):
    try:
        if len(client.spans.get_spans(project_identifier="shop", limit=10)) == 4:
            break
    except Exception:
        pass  # The project appears with its first span.
    time.sleep(0.2)

root_id, chat_id = (format(span.get_span_context().span_id, "016x") for span in (root, chat))
trace_id = format(root.get_span_context().trace_id, "032x")
client.spans.add_span_annotation(
    span_id=root_id, annotation_name="helpful", annotator_kind="HUMAN", label="yes", score=1.0, explanation="to the point"
)
client.spans.add_span_annotation(
    span_id=chat_id, annotation_name="correctness", annotator_kind="LLM", label="correct", score=0.9
)
client.spans.add_span_note(span_id=chat_id, note="checked by hand")
client.traces.add_trace_annotation(trace_id=trace_id, annotation_name="resolved", annotator_kind="CODE", score=1.0)
client.sessions.add_session_annotation(
    session_id="chat-7", annotation_name="mood", annotator_kind="HUMAN", label="calm"
)
client.datasets.create_dataset(
    name="questions",
    inputs=[{"question": QUESTION}, {"question": "Refund?"}],
    outputs=[{"answer": "Today."}, {"answer": "Yes."}],
    metadata=[{"level": 1}, {}],
)
