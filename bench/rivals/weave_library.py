"""Weave's public server library behind a thin HTTP wrapper: the routes that the benchmark asks for, and nothing else.

weave_library.py PORT HOST CLICKHOUSE_PORT USER PASSWORD DATABASE
"""

import sys
from base64 import b64encode
from collections.abc import Iterator
from types import ModuleType

import uvicorn
from fastapi import FastAPI, Response
from fastapi.responses import StreamingResponse

# The package lacks this module, which only requests to model providers need.
providers = ModuleType("weave.trace_server.model_providers")
providers.model_providers = ModuleType(f"{providers.__name__}.model_providers")
providers.model_providers.VERTEX_PROVIDER_NAMES = ()
providers.model_providers.LLMModelProviderInfo = dict
providers.model_providers.read_model_to_provider_info_map = dict
for module in (providers, providers.model_providers):
    sys.modules[module.__name__] = module

from weave.trace_server import trace_server_interface as tsi  # noqa: E402
from weave.trace_server.clickhouse_trace_server_batched import ClickHouseTraceServer  # noqa: E402

port, host, clickhouse_port, user, password, database = sys.argv[1:]
server = ClickHouseTraceServer(
    host=host, port=int(clickhouse_port), user=user, password=password, database=database
)
server._run_migrations()
app = FastAPI()


def internal(project_id: str) -> str:
    """The library wants the ids of its own service."""
    return b64encode(project_id.encode()).decode()


@app.get("/health")
def health() -> dict[str, str]:
    return {"status": "ok"}


@app.post("/call/upsert_batch")
def upsert_batch(req: tsi.CallCreateBatchReq) -> tsi.CallCreateBatchRes:
    for item in req.batch:
        part = item.req.start if item.mode == "start" else item.req.end
        part.project_id = internal(part.project_id)
    return server.call_start_batch(req)


@app.post("/call/read")
def read(req: tsi.CallReadReq) -> Response:
    req.project_id = internal(req.project_id)
    return Response(server.call_read(req).model_dump_json(), media_type="application/json")


@app.post("/calls/query_stats")
def query_stats(req: tsi.CallsQueryStatsReq) -> tsi.CallsQueryStatsRes:
    req.project_id = internal(req.project_id)
    return server.calls_query_stats(req)


@app.post("/calls/stream_query")
def stream_query(req: tsi.CallsQueryReq) -> StreamingResponse:
    req.project_id = internal(req.project_id)

    def lines() -> Iterator[str]:
        for call in server.calls_query_stream(req):
            yield f"{call.model_dump_json()}\n"

    return StreamingResponse(lines(), media_type="application/jsonl")


uvicorn.run(app, host="127.0.0.1", port=int(port), log_level="warning")
