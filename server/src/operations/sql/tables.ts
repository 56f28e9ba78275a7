export type TableName = 'calls' | 'feedback' | 'objects'

/** Columns of the tables. docs/guide/sql.md describes them. */
export const TABLES: Record<TableName, readonly string[]> = {
  calls: [
    'id text',
    'trace_id text',
    'parent_id text',
    'thread_id text',
    'turn_id text',
    'name text',
    'op text',
    'kind text',
    'status text',
    'started_at text',
    'ended_at text',
    'latency_ms real',
    'exception text',
    'cost real',
    'end_user text',
    'user_id text',
    'inputs text',
    'output text',
    'attributes text',
    'summary text',
  ],
  feedback: [
    'id text',
    'call_id text',
    'ref text',
    'type text',
    'creator text',
    'user_id text',
    'created_at text',
    'payload text',
  ],
  objects: [
    'name text',
    'digest text',
    'version integer',
    'class text',
    'is_latest integer',
    'created_at text',
    'user_id text',
  ],
}

export const VIEWS = {
  traces: `create view traces as
    select trace_id,
      max(case when parent_id is null then id end) as root_id,
      max(case when parent_id is null then name end) as name,
      max(case when parent_id is null then status end) as status,
      min(started_at) as started_at, max(ended_at) as ended_at,
      max(case when parent_id is null then latency_ms end) as latency_ms,
      max(thread_id) as thread_id, max(end_user) as end_user,
      count(*) as calls, sum(status = 'error') as errors
    from calls group by trace_id`,
  usage: `create view usage as
    select calls.id as call_id, trace_id, started_at, each.key as model,
      coalesce(each.value ->> 'prompt_tokens', each.value ->> 'input_tokens', 0) as input_tokens,
      coalesce(each.value ->> 'completion_tokens', each.value ->> 'output_tokens', 0) as output_tokens,
      coalesce(each.value ->> 'requests', 0) as requests,
      json_extract(summary, '$.weave.costs."' || replace(each.key, '"', '') || '".prompt_tokens_total_cost') as input_cost,
      json_extract(summary, '$.weave.costs."' || replace(each.key, '"', '') || '".completion_tokens_total_cost') as output_cost
    from calls, json_each(calls.summary, '$.usage') as each
    where json_type(each.value) = 'object'`,
}

/** Whether a query contains a name. If it does not, it cannot use the table or column of that name. */
export const mentions = (sql: string, name: string): boolean => sql.toLowerCase().includes(name)

export const viewsMentioned = (sql: string): boolean => Object.keys(VIEWS).some((name) => mentions(sql, name))
