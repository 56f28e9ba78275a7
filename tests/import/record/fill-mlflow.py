"""Gives an MLflow server the traces, assessments and dataset that the import is tried with. Usage: fill-mlflow.py URL"""

import sys

import mlflow
import mlflow.genai.datasets as datasets
from mlflow.entities import AssessmentSource, SpanType

QUESTION = "Where is my order?"
ANSWER = "It arrives today."

mlflow.set_tracking_uri(sys.argv[1])
mlflow.set_experiment("shop")

with mlflow.start_span("answer", span_type=SpanType.CHAIN) as root:
    root.set_inputs({"question": QUESTION})
    mlflow.update_current_trace(
        metadata={"mlflow.trace.user": "ada", "mlflow.trace.session": "chat-7"}, tags={"plan": "pro"}
    )
    with mlflow.start_span("chat", span_type=SpanType.CHAT_MODEL) as chat:
        message = {"role": "assistant", "content": ANSWER}
        usage = {"prompt_tokens": 40, "completion_tokens": 8, "total_tokens": 48}
        chat.set_inputs({"model": "gpt-4o-mini", "messages": [{"role": "user", "content": QUESTION}]})
        chat.set_outputs({"choices": [{"message": message, "finish_reason": "stop", "index": 0}], "usage": usage})
        chat.set_attribute(
            "mlflow.chat.tokenUsage", {"input_tokens": 40, "output_tokens": 8, "total_tokens": 48}
        )
        chat.set_attribute("mlflow.llm.model", "gpt-4o-mini")
        chat.set_attribute("mlflow.message.format", "openai")
    with mlflow.start_span("search", span_type=SpanType.RETRIEVER) as search:
        search.set_inputs({"query": "order"})
        search.set_outputs([{"page_content": "Order 17 ships daily.", "id": "17"}])
    root.set_outputs(ANSWER)
try:
    with mlflow.start_span("refund", span_type=SpanType.TOOL) as tool:
        tool.set_inputs({"order": 18})
        raise ValueError("no order 18")
except ValueError:
    pass
mlflow.flush_trace_async_logging()

human = AssessmentSource("HUMAN", "ada")
mlflow.log_feedback(trace_id=root.trace_id, name="helpful", value=True, rationale="to the point", source=human)
mlflow.log_feedback(
    trace_id=root.trace_id,
    name="correctness",
    value=0.9,
    span_id=chat.span_id,
    source=AssessmentSource("LLM_JUDGE", "judge"),
)
mlflow.log_expectation(trace_id=root.trace_id, name="expected", value="Today.", source=human)

experiment = mlflow.get_experiment_by_name("shop")
dataset = datasets.create_dataset(name="questions", experiment_id=[experiment.experiment_id])
dataset.merge_records(
    [
        {"inputs": {"question": QUESTION}, "expectations": {"answer": "Today."}},
        {"inputs": {"question": "Refund?"}, "expectations": {"answer": "Yes."}},
    ]
)
