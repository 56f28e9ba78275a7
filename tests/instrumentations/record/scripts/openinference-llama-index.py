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
"""OpenInference with LlamaIndex."""

import asyncio
import os

from llama_index.core import Settings, VectorStoreIndex
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.llms import ChatMessage, ImageBlock, TextBlock
from llama_index.core.schema import TextNode
from llama_index.embeddings.openai import OpenAIEmbedding
from llama_index.llms.openai import OpenAI
from openinference.instrumentation import using_attributes
from openinference.instrumentation.llama_index import LlamaIndexInstrumentor
from scenario import (
    DOCUMENTS,
    FAIL,
    MODEL,
    PICTURE,
    PIXEL,
    RETURNS,
    SYSTEM,
    TEA,
    WEATHER,
    get_weather,
    otlp_provider,
    run,
)

provider = otlp_provider()
LlamaIndexInstrumentor().instrument(tracer_provider=provider)
api_base = os.environ["OPENAI_BASE_URL"]
llm = OpenAI(model=MODEL, api_base=api_base, max_retries=0)
Settings.llm = llm
Settings.embed_model = OpenAIEmbedding(model="text-embedding-3-small", api_base=api_base)


def messages(question):
    return [ChatMessage(role="system", content=SYSTEM), ChatMessage(role="user", content=question)]


def chat():
    llm.chat(messages(TEA))


def stream():
    for _ in llm.stream_chat(messages(TEA)):
        pass


def agent():
    async def answer():
        return await FunctionAgent(tools=[get_weather], llm=llm, streaming=False).run(WEATHER)

    asyncio.run(answer())


def image():
    blocks = [TextBlock(text=PICTURE), ImageBlock(url=f"data:image/png;base64,{PIXEL}")]
    llm.chat([ChatMessage(role="user", blocks=blocks)])


def rag():
    nodes = [
        TextNode(text=text, id_=f"policy-{at}", metadata={"source": f"policy-{at}.md"})
        for at, text in enumerate(DOCUMENTS)
    ]
    VectorStoreIndex(nodes).as_query_engine().query(RETURNS)


def error():
    llm.chat(messages(FAIL))


def session():
    labels = {"metadata": {"plan": "pro"}, "tags": ["shop", "beta"]}
    with using_attributes(session_id="session-42", user_id="user-7", **labels):
        llm.chat(messages(TEA))


run([chat, stream, agent, image, rag, error, session], flush=provider.force_flush)
