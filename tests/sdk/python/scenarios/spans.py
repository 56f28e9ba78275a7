import os

from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Status, StatusCode


def spans_uncompressed(client):
    return _export(Compression.NoCompression)


def spans_gzip(client):
    return _export(Compression.Gzip)


def spans_deflate(client):
    return _export(Compression.Deflate)


def _export(compression):
    exporter = OTLPSpanExporter(
        endpoint=f"{os.environ['WANDB_BASE_URL']}/otel/v1/traces",
        headers={"wandb-api-key": os.environ["WANDB_API_KEY"]},
        compression=compression,
    )
    resource = Resource({"wandb.entity": "team", "wandb.project": f"spans-{compression.value}"})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    tracer = provider.get_tracer("test")
    with tracer.start_as_current_span("answer") as root:
        root.set_attribute("input.value", "What is 2 + 2?")
        root.set_attribute("output.value", "4")
        with tracer.start_as_current_span("chat house-model") as chat:
            chat.set_attribute("gen_ai.request.model", "house-model")
            chat.set_attribute("gen_ai.usage.input_tokens", 12)
            chat.set_attribute("gen_ai.usage.output_tokens", 1)
        with tracer.start_as_current_span("broken") as broken:
            broken.set_status(Status(StatusCode.ERROR, "no such unit"))
    sent = provider.force_flush()
    provider.shutdown()
    return sent


SCENARIOS = [spans_uncompressed, spans_gzip, spans_deflate]
