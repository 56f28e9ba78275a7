# /// script
# dependencies = [
#   "openinference-instrumentation-openai==0.1.66",
#   "openinference-instrumentation-langchain==0.1.80",
#   "openinference-instrumentation-llama-index==4.6.1",
#   "openai==2.54.0",
#   "langchain==1.4.7",
#   "langchain-openai==1.7.3",
#   "langgraph==1.2.20",
#   "llama-index-core==0.14.25",
#   "llama-index-llms-openai==0.8.3",
#   "llama-index-embeddings-openai==0.7.0",
#   "opentelemetry-exporter-otlp-proto-http==1.45.1",
# ]
# ///
"""OpenInference with the OpenAI client."""

from openinference.instrumentation import using_attributes
from openinference.instrumentation.openai import OpenAIInstrumentor
from scenario import OpenAIChats, otlp_provider, run

provider = otlp_provider()
OpenAIInstrumentor().instrument(tracer_provider=provider)
chats = OpenAIChats()


def session():
    labels = {"metadata": {"plan": "pro"}, "tags": ["shop", "beta"]}
    with using_attributes(session_id="session-42", user_id="user-7", **labels):
        chats.two_turns()


run(
    [
        chats.chat,
        chats.stream,
        chats.tool,
        chats.image,
        chats.error,
        session,
        chats.responses,
        chats.embedding,
    ],
    flush=provider.force_flush,
)
