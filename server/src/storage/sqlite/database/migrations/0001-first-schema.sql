-- Projects come into being with their first write. Every other table names them by number.
create table projects (
  id integer primary key,
  name text not null unique,
  created_at integer not null
);

-- Users, what they may do in which entity, and their keys (hashes only).
create table users (
  id text primary key,
  name text not null unique,
  server_admin integer not null,
  created_at integer not null
) without rowid;

create table memberships (
  user_id text not null references users (id) on delete cascade,
  entity text not null,
  role text not null,
  primary key (user_id, entity)
) without rowid;

create table api_keys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  hash text not null unique,
  scope text not null,
  project_id text,
  created_at integer not null
) without rowid;

-- Op names are long and few: calls name them by number.
create table op_names (
  id integer primary key,
  project integer not null,
  name text not null,
  unique (project, name)
);

-- One narrow row per call, whichever of its parts came first. `rid` is the order of arrival.
-- A call is visible when started_at is set: a lone end has none, and a delete takes it away and
-- leaves a tombstone (deleted_at) that later parts do not overwrite.
create table calls (
  rid integer primary key,
  project integer not null,
  id text not null,
  trace_id text,
  parent_id text,
  thread_id text,
  turn_id text,
  op integer,
  display_name text,
  renamed_to text,
  started_at integer,
  ended_at integer,
  failed integer not null default 0,
  descendant_failed integer not null default 0,
  wb_user_id text,
  wb_run_id text,
  wb_run_step integer,
  wb_run_step_end integer,
  start_bytes integer not null default 0,
  end_bytes integer not null default 0,
  deleted_at integer
);
create unique index calls_by_id on calls (project, id);
create index calls_by_time on calls (project, started_at, id) where started_at is not null;
create index calls_by_root on calls (project, started_at, id, parent_id)
  where started_at is not null and parent_id is null;
create index calls_by_op on calls (project, op, started_at, id) where started_at is not null;
create index calls_by_trace on calls (project, trace_id, started_at, id) where started_at is not null;
create index calls_by_parent on calls (project, parent_id, started_at, id)
  where started_at is not null and parent_id is not null;
create index calls_by_thread on calls (project, thread_id, started_at, id)
  where started_at is not null and thread_id is not null;

-- The wide halves, apart from the narrow row so that lists never page through payloads.
create table call_starts (
  rid integer primary key,
  attributes text not null,
  inputs text not null,
  otel_dump text
);
create table call_ends (
  rid integer primary key,
  output text,
  summary text not null,
  exception text
);

-- Refs found in inputs (side 0) and output (side 1).
create table call_refs (
  project integer not null,
  side integer not null,
  ref text not null,
  rid integer not null,
  primary key (project, side, ref, rid)
) without rowid;
create index call_refs_by_call on call_refs (rid, side);

-- What each call reported of its models, so that token and cost totals never open JSON.
create table call_usage (
  rid integer not null,
  model text not null,
  requests integer not null,
  prompt_tokens integer not null,
  completion_tokens integer not null,
  total_tokens integer not null,
  cache_read_input_tokens integer not null,
  cache_creation_input_tokens integer not null,
  primary key (rid, model)
) without rowid;

-- Versions of named objects. `published` rises with every publication, so the largest is the latest.
create table object_versions (
  seq integer primary key,
  project integer not null,
  object_id text not null,
  kind text not null,
  digest text not null,
  ref text not null,
  version_index integer not null,
  is_latest integer not null,
  published integer not null,
  base_object_class text,
  leaf_object_class text,
  val text not null,
  size_bytes integer not null,
  wb_user_id text not null,
  created_at integer not null,
  deleted_at integer,
  unique (project, object_id, kind, digest)
);
create index object_versions_by_ref on object_versions (project, ref);
create index object_versions_by_time on object_versions (project, created_at, version_index);
create index object_versions_by_publication on object_versions (project, object_id, kind, published);
create unique index object_versions_latest on object_versions (project, object_id, kind) where is_latest = 1;

create table object_tags (
  project integer not null,
  object_id text not null,
  digest text not null,
  tag text not null,
  primary key (project, object_id, digest, tag)
) without rowid;

create table object_aliases (
  project integer not null,
  object_id text not null,
  alias text not null,
  digest text not null,
  primary key (project, object_id, alias)
) without rowid;

-- Rows are shared between tables. One that a table lists and nobody has stored yet has no val.
create table table_rows (
  id integer primary key,
  project integer not null,
  digest text not null,
  val text,
  unique (project, digest)
);
create index table_rows_missing on table_rows (project) where val is null;

create table tables (
  id integer primary key,
  project integer not null,
  digest text not null,
  count integer not null,
  unique (project, digest)
);

create table table_items (
  table_id integer not null,
  idx integer not null,
  row_id integer not null,
  primary key (table_id, idx)
) without rowid;

create table files (
  id integer primary key,
  project integer not null,
  digest text not null,
  size_bytes integer not null,
  bytes blob not null,
  unique (project, digest)
);

-- Lists and maps are JSON text.
create table feedback (
  seq integer primary key,
  project integer not null,
  id text not null,
  weave_ref text not null,
  wb_user_id text not null,
  creator text,
  created_at integer not null,
  feedback_type text not null,
  payload text not null,
  annotation_ref text,
  runnable_ref text,
  call_ref text,
  trigger_ref text,
  queue_id text,
  scorer_tags text not null,
  scorer_tag_reasons text not null,
  scorer_tag_confidences text not null,
  scorer_ratings text not null,
  scorer_rating_reasons text not null,
  scorer_rating_confidences text not null,
  span_agent_name text not null,
  span_agent_version text not null,
  span_conversation_id text not null,
  span_trace_id text not null,
  scorer_trace_id text not null,
  span_status_code text not null,
  unique (project, id)
);
create index feedback_by_ref on feedback (project, weave_ref, feedback_type);
create index feedback_by_time on feedback (project, created_at);

create table prices (
  seq integer primary key,
  project integer not null,
  id text not null,
  pricing_level text not null,
  pricing_level_id text not null,
  provider_id text not null,
  llm_id text not null,
  effective_date integer not null,
  prompt_token_cost real not null,
  completion_token_cost real not null,
  cache_read_input_token_cost real not null,
  cache_creation_input_token_cost real not null,
  prompt_token_cost_unit text not null,
  completion_token_cost_unit text not null,
  created_by text not null,
  created_at integer not null,
  unique (project, id)
);
create index prices_by_model on prices (project, llm_id);
