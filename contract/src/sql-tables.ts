type Columns = Readonly<Record<string, 'text' | 'real' | 'integer'>>

/** Tables that a query can use, with the types of their columns. docs/guide/sql.md describes them. */
export const SQL_TABLES = {
  calls: {
    id: 'text',
    trace_id: 'text',
    parent_id: 'text',
    thread_id: 'text',
    turn_id: 'text',
    name: 'text',
    op: 'text',
    kind: 'text',
    status: 'text',
    started_at: 'text',
    ended_at: 'text',
    latency_ms: 'real',
    exception: 'text',
    cost: 'real',
    end_user: 'text',
    user_id: 'text',
    inputs: 'text',
    output: 'text',
    attributes: 'text',
    summary: 'text',
  },
  feedback: {
    id: 'text',
    call_id: 'text',
    ref: 'text',
    type: 'text',
    creator: 'text',
    user_id: 'text',
    created_at: 'text',
    payload: 'text',
  },
  objects: {
    name: 'text',
    digest: 'text',
    version: 'integer',
    class: 'text',
    is_latest: 'integer',
    created_at: 'text',
    user_id: 'text',
  },
} as const satisfies Record<string, Columns>

/** Views over them, with their columns. */
export const SQL_VIEWS = {
  traces: [
    'trace_id',
    'root_id',
    'name',
    'status',
    'started_at',
    'ended_at',
    'latency_ms',
    'thread_id',
    'end_user',
    'calls',
    'errors',
  ],
  usage: [
    'call_id',
    'trace_id',
    'started_at',
    'model',
    'input_tokens',
    'output_tokens',
    'requests',
    'input_cost',
    'output_cost',
  ],
} as const
