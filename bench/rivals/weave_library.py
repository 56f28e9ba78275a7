"""Weave's public server library behind a thin HTTP wrapper: the routes that the benchmark asks for, and nothing else.

weave_library.py PORT HOST CLICKHOUSE_PORT USER PASSWORD DATABASE
"""

import sys
from collections.abc import Iterator

import uvicorn
from fastapi import FastAPI, Response
from fastapi.responses import StreamingResponse
from weave.trace_server import trace_server_interface as tsi
from weave.trace_server.clickhouse_trace_server_batched import ClickHouseTraceServer

port, host, clickhouse_port, user, password, database = sys.argv[1:]
server = ClickHouseTraceServer(
    host=host, port=int(clickhouse_port), user=user, password=password, database=database
)
server._run_migrations()
app = FastAPI()


@app.get("/health")
def health() -> dict[str, str]:
    return {"status": "ok"}


@app.post("/call/upsert_batch")
def upsert_batch(req: tsi.CallCreateBatchReq) -> tsi.CallCreateBatchRes:
    return server.call_start_batch(req)


@app.post("/call/read")
def read(req: tsi.CallReadReq) -> Response:
    return Response(server.call_read(req).model_dump_json(), media_type="application/json")


@app.post("/calls/query_stats")
def query_stats(req: tsi.CallsQueryStatsReq) -> tsi.CallsQueryStatsRes:
    return server.calls_query_stats(req)


@app.post("/calls/stream_query")
def stream_query(req: tsi.CallsQueryReq) -> StreamingResponse:
    def lines() -> Iterator[str]:
        for call in server.calls_query_stream(req):
            yield f"{call.model_dump_json()}\n"

    return StreamingResponse(lines(), media_type="application/jsonl")


uvicorn.run(app, host="127.0.0.1", port=int(port), log_level="warning")
