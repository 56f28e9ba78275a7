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
"""OpenInference with LangChain and LangGraph."""

from langchain.agents import create_agent
from langchain_core.documents import Document
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda
from langchain_openai import ChatOpenAI
from openinference.instrumentation import using_attributes
from openinference.instrumentation.langchain import LangChainInstrumentor
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
LangChainInstrumentor().instrument(tracer_provider=provider)
model = ChatOpenAI(model=MODEL)


class Policies(BaseRetriever):
    def _get_relevant_documents(self, query, *, run_manager):
        return [
            Document(page_content=text, metadata={"source": f"policy-{at}.md", "score": 0.9 - at / 10})
            for at, text in enumerate(DOCUMENTS)
        ]


def chat():
    prompt = ChatPromptTemplate.from_messages([("system", SYSTEM), ("human", "{question}")])
    (prompt | model | StrOutputParser()).invoke({"question": TEA})


def stream():
    for _ in ChatOpenAI(model=MODEL, stream_usage=True).stream([("system", SYSTEM), ("human", TEA)]):
        pass


def agent():
    create_agent(model, tools=[get_weather]).invoke({"messages": [("human", WEATHER)]})


def image():
    url = f"data:image/png;base64,{PIXEL}"
    parts = [{"type": "text", "text": PICTURE}, {"type": "image_url", "image_url": {"url": url}}]
    model.invoke([{"role": "user", "content": parts}])


def rag():
    prompt = ChatPromptTemplate.from_template("Use only this:\n{context}\n\nQuestion: {question}")
    retriever = Policies()

    def with_context(question):
        documents = retriever.invoke(question)
        return {"context": "\n".join(each.page_content for each in documents), "question": question}

    (RunnableLambda(with_context) | prompt | model | StrOutputParser()).invoke(RETURNS)


def error():
    model.invoke([("human", FAIL)])


def session():
    labels = {"metadata": {"plan": "pro"}, "tags": ["shop", "beta"]}
    with using_attributes(session_id="session-42", user_id="user-7", **labels):
        model.invoke([("system", SYSTEM), ("human", TEA)])


run([chat, stream, agent, image, rag, error, session], flush=provider.force_flush)
