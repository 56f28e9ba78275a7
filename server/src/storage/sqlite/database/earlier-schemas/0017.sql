PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE agent_spans (
  seq integer primary key,
  project integer not null,
  trace_id text not null,
  span_id text not null,
  parent_span_id text,
  span_name text not null,
  span_kind text not null,
  started_at integer not null,
  ended_at integer not null,
  status_code text not null,
  status_message text,
  wb_user_id text not null,
  operation_name text,
  provider_name text,
  agent_name text,
  agent_id text,
  agent_description text,
  agent_version text,
  request_model text,
  response_model text,
  response_id text,
  conversation_id text,
  conversation_name text,
  tool_name text,
  tool_type text,
  tool_call_id text,
  tool_description text,
  output_type text,
  error_type text,
  server_address text,
  eval_run_id text,
  eval_predict_and_score_call_id text,
  eval_kind text,
  eval_row_digest text,
  eval_example_id text,
  eval_evaluation_name text,
  parent_call_id text,
  parent_call_trace_id text,
  wb_run_id text,
  input_tokens integer,
  output_tokens integer,
  reasoning_tokens integer,
  cache_creation_input_tokens integer,
  cache_read_input_tokens integer,
  request_max_tokens integer,
  request_seed integer,
  request_choice_count integer,
  server_port integer,
  compaction_items_before integer,
  compaction_items_after integer,
  eval_trial_index integer,
  wb_run_step integer,
  wb_run_step_end integer,
  request_temperature real,
  request_top_p real,
  request_frequency_penalty real,
  request_presence_penalty real,
  finish_reasons text not null,
  request_stop_sequences text not null,
  custom_attrs text not null,
  tool_definitions text,
  tool_call_arguments text,
  tool_call_result text,
  reasoning_content text,
  compaction_summary text,
  system_instructions text not null,
  content_refs text not null,
  artifact_refs text not null,
  object_refs text not null,
  input_messages text not null,
  output_messages text not null,
  raw_span_dump text not null,
  unique (project, trace_id, span_id)
);
CREATE TABLE annotation_progress (
  project integer not null,
  item_id text not null,
  annotator_user_id text not null,
  annotation_state text not null, updated_at integer not null default 0,
  primary key (project, item_id, annotator_user_id)
) without rowid;
CREATE TABLE annotation_queue_items (
  seq integer primary key,
  project integer not null,
  id text not null,
  queue_id text not null,
  call_id text not null,
  call_started_at integer not null,
  call_ended_at integer,
  call_op_name text not null,
  call_trace_id text not null,
  display_fields text not null,
  added_by text not null,
  annotation_state text not null,
  annotator_user_id text,
  created_at integer not null,
  created_by text not null,
  updated_at integer not null,
  unique (project, id),
  unique (project, queue_id, call_id)
);
CREATE TABLE annotation_queues (
  seq integer primary key,
  project integer not null,
  id text not null,
  name text not null,
  description text not null,
  scorer_refs text not null,
  created_at integer not null,
  created_by text not null,
  updated_at integer not null,
  deleted_at integer,
  unique (project, id)
);
CREATE TABLE api_keys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  hash text not null unique,
  scope text not null,
  project_id text,
  created_at integer not null
, expires_at integer) without rowid;
INSERT INTO api_keys VALUES('01a1e800-1d75-72e6-b776-08de540f5d98','01a1e30c-f994-719c-9fd3-943c6614751f','first key','55e95078dc90da96493a9b474a21ecb133ccb06187f563f57f4464913a84514d','all',NULL,1794893684083902,NULL);
CREATE TABLE audit_log (
  at integer not null,
  id text not null,
  via text not null,
  actor_id text,
  actor_name text not null,
  action text not null,
  entity text,
  project_id text,
  target text not null,
  details text not null,
  primary key (at, id)
) strict, without rowid;
INSERT INTO audit_log VALUES(1740823200000000,'01a1e30c-f998-766f-85fc-ad4e3b7b4099','cli',NULL,'root','key.create',NULL,NULL,'HEDDLE_API_KEY','{"scope":"all"}');
CREATE TABLE call_blocks (
  id integer primary key autoincrement,
  segment integer not null,
  first_place integer not null,
  previews blob not null,
  payloads blob not null
);
CREATE TABLE call_changes (
  seq integer primary key,
  project integer not null,
  first_rid integer not null,
  last_rid integer not null
);
INSERT INTO call_changes VALUES(1,1,1,1);
INSERT INTO call_changes VALUES(2,1,2,2);
INSERT INTO call_changes VALUES(3,1,2,2);
INSERT INTO call_changes VALUES(4,1,1,1);
INSERT INTO call_changes VALUES(5,1,3,3);
INSERT INTO call_changes VALUES(6,1,3,3);
INSERT INTO call_changes VALUES(7,1,4,4);
INSERT INTO call_changes VALUES(8,1,5,5);
INSERT INTO call_changes VALUES(9,1,5,5);
INSERT INTO call_changes VALUES(10,1,6,6);
INSERT INTO call_changes VALUES(11,1,1,1);
INSERT INTO call_changes VALUES(12,1,7,7);
INSERT INTO call_changes VALUES(13,1,8,9);
CREATE TABLE call_columns (
  project integer not null,
  column_id integer not null,
  segment integer not null,
  data blob not null,
  primary key (project, column_id, segment)
) without rowid;
CREATE TABLE IF NOT EXISTS "call_ends" (
  rid integer primary key,
  preview text,
  output text,
  summary text not null,
  exception text
);
INSERT INTO call_ends VALUES(1,'answer root','"answer root"','{"usage":{"gpt-4o":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7,"requests":1}}}',NULL);
INSERT INTO call_ends VALUES(2,'',NULL,'{"usage":{"gpt-4o":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7,"requests":1}}}','broken');
INSERT INTO call_ends VALUES(4,'answer unstarted','"answer unstarted"','{"usage":{"gpt-4o":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7,"requests":1}}}',NULL);
INSERT INTO call_ends VALUES(7,'','{}','{"usage":{"gpt-4o":{"input_tokens":5}}}',NULL);
INSERT INTO call_ends VALUES(8,'','{}','{"usage":{"gpt-4o":{"input_tokens":11,"output_tokens":7,"total_tokens":18}}}',NULL);
INSERT INTO call_ends VALUES(9,'One whose inputs are not stored again in its dump.','{"output.value":"One whose inputs are not stored again in its dump."}','{"usage":{"gpt-4o":{"input_tokens":11,"output_tokens":7,"total_tokens":18}}}',NULL);
CREATE TABLE call_events (
  rid integer not null,
  key text not null,
  event text not null,
  primary key (rid, key)
) without rowid;
CREATE TABLE call_refs (
  project integer not null,
  side integer not null,
  ref text not null,
  rid integer not null,
  primary key (project, side, ref, rid)
) without rowid;
CREATE TABLE call_segments (
  id integer primary key autoincrement,
  project integer not null,
  calls integer not null,
  started_from integer not null,
  started_to integer not null,
  removed integer not null default 0,
  removed_places blob
);
CREATE TABLE call_signatures (
  project integer not null,
  slice integer not null,
  segment integer not null,
  bits blob not null,
  primary key (project, slice, segment)
) without rowid;
CREATE TABLE call_slots (
  rid integer primary key,
  slot integer not null
);
CREATE TABLE IF NOT EXISTS "call_starts" (
  rid integer primary key,
  preview text,
  attributes text not null,
  inputs text not null,
  otel_dump text
);
INSERT INTO call_starts VALUES(1,'What is root?','{"user_id":"ada"}','{"question":"What is root?"}',NULL);
INSERT INTO call_starts VALUES(2,'What is child?','{"user_id":"ada"}','{"question":"What is child?"}',NULL);
INSERT INTO call_starts VALUES(3,'What is renamed?','{"user_id":"ada"}','{"question":"What is renamed?"}',NULL);
INSERT INTO call_starts VALUES(6,'ключ: 😀, n: 0.1','{"user_id":"ada"}','{"ключ":"😀","n":0.1}',NULL);
INSERT INTO call_starts VALUES(7,'','{"model":"gpt-4o","model_parameters":{"model":"gpt-4o"},"operation_name":"chat","weave":{"kind":"llm"}}','{}','{"name":"chat","context":{"trace_id":"0af7651916cd43dd8448eb211c80319c","span_id":"b7ad6b7169203331","trace_state":""},"kind":"UNSPECIFIED","flags":0,"parent_id":null,"start_time":"2026-01-01T00:00:00.000000000Z","end_time":"2026-01-01T00:00:01.000000000Z","status":{"code":"UNSET","message":""},"attributes":{"gen_ai":{"operation":{"name":"chat"},"request":{"model":"gpt-4o"},"usage":{"input_tokens":5}}},"events":[],"links":[],"scope":{"name":"","version":"","attributes":{}},"resource":{"attributes":{"wandb":{"entity":"team","project":"app"}}}}');
INSERT INTO call_starts VALUES(8,'','{"model":"gpt-4o","model_parameters":{"model":"gpt-4o"},"operation_name":"invoke_agent","weave":{"kind":"agent"}}','{}','{"name":"agent","context":{"trace_id":"11111111111111111111111111111111","span_id":"1111111111111111","trace_state":""},"kind":"INTERNAL","flags":0,"parent_id":null,"start_time":"2026-01-01T00:00:00.000000000Z","end_time":"2026-01-01T00:00:03.000000000Z","status":{"code":"UNSET","message":""},"attributes":{"gen_ai":{"operation":{"name":"invoke_agent"},"request":{"model":"gpt-4o"},"usage":{"input_tokens":11,"output_tokens":7}}},"events":[],"links":[],"scope":{"name":"s","version":"","attributes":{}},"resource":{"attributes":{}}}');
INSERT INTO call_starts VALUES(9,'What is a span that is kept once?','{"model":"gpt-4o","model_parameters":{"model":"gpt-4o"},"operation_name":"chat","weave":{"kind":"llm"}}','{"input.value":"What is a span that is kept once?"}','{"name":"chat","context":{"trace_id":"11111111111111111111111111111111","span_id":"2222222222222222","trace_state":""},"kind":"CLIENT","flags":0,"parent_id":"1111111111111111","start_time":"2026-01-01T00:00:01.000000000Z","end_time":"2026-01-01T00:00:02.000000000Z","status":{"code":"UNSET","message":""},"attributes":{"gen_ai":{"operation":{"name":"chat"},"request":{"model":"gpt-4o"},"usage":{"input_tokens":11,"output_tokens":7}},"input":{"value":"What is a span that is kept once?"},"output":{"value":"One whose inputs are not stored again in its dump."}},"events":[],"links":[],"scope":{"name":"s","version":"","attributes":{}},"resource":{"attributes":{}}}');
CREATE TABLE call_usage (
  rid integer not null,
  model text not null,
  requests integer not null,
  prompt_tokens integer not null,
  completion_tokens integer not null,
  total_tokens integer not null,
  cache_read_input_tokens integer not null,
  cache_creation_input_tokens integer not null, request_model text, reported_cost real, preferred_cost real,
  primary key (rid, model)
) without rowid;
INSERT INTO call_usage VALUES(1,'gpt-4o',1,3,4,7,0,0,NULL,NULL,NULL);
INSERT INTO call_usage VALUES(2,'gpt-4o',1,3,4,7,0,0,NULL,NULL,NULL);
INSERT INTO call_usage VALUES(4,'gpt-4o',1,3,4,7,0,0,NULL,NULL,NULL);
INSERT INTO call_usage VALUES(7,'gpt-4o',0,5,0,0,0,0,NULL,NULL,NULL);
INSERT INTO call_usage VALUES(8,'gpt-4o',0,11,7,18,0,0,NULL,NULL,NULL);
INSERT INTO call_usage VALUES(9,'gpt-4o',0,11,7,18,0,0,NULL,NULL,NULL);
CREATE TABLE calls (
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
, expire_at integer, is_span integer, kind text, end_user text, response_id text, usage_bit integer not null default 0, has_usage integer not null default 0, below integer not null default 0, duplicate integer not null default 0);
INSERT INTO calls VALUES(1,1,'root','trace',NULL,NULL,NULL,1,NULL,NULL,1767225601000000,1767225604000000,0,0,'01a1e30c-f994-719c-9fd3-943c6614751f',NULL,NULL,NULL,45,105,NULL,NULL,NULL,'call','ada',NULL,0,1,1,0);
INSERT INTO calls VALUES(2,1,'child','trace','root',NULL,NULL,1,NULL,NULL,1767225602000000,1767225603000000,1,0,'01a1e30c-f994-719c-9fd3-943c6614751f',NULL,NULL,NULL,46,92,NULL,NULL,NULL,'call','ada',NULL,0,1,0,0);
INSERT INTO calls VALUES(3,1,'renamed','other',NULL,NULL,NULL,1,NULL,'A name',1767225605000000,NULL,0,0,'01a1e30c-f994-719c-9fd3-943c6614751f',NULL,NULL,NULL,48,0,NULL,NULL,NULL,'call','ada',NULL,0,0,0,0);
INSERT INTO calls VALUES(4,1,'unstarted',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1767225606000000,0,0,NULL,NULL,NULL,NULL,0,110,NULL,NULL,NULL,NULL,NULL,NULL,0,1,0,0);
INSERT INTO calls VALUES(5,1,'deleted',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL,NULL,NULL,NULL,0,0,1794810641513038,NULL,NULL,NULL,NULL,NULL,0,0,0,0);
INSERT INTO calls VALUES(6,1,'hostile','hostile',NULL,NULL,NULL,1,NULL,NULL,1767225608000000,NULL,0,0,'01a1e30c-f994-719c-9fd3-943c6614751f',NULL,NULL,NULL,44,0,NULL,NULL,NULL,'call','ada',NULL,0,0,0,0);
INSERT INTO calls VALUES(7,1,'b7ad6b7169203331','0af7651916cd43dd8448eb211c80319c',NULL,NULL,NULL,2,'chat',NULL,1767225600000000,1767225601000000,0,0,'01a1e30c-f994-719c-9fd3-943c6614751f',NULL,NULL,NULL,653,41,NULL,NULL,1,'llm',NULL,NULL,2,1,0,0);
INSERT INTO calls VALUES(8,1,'1111111111111111','11111111111111111111111111111111',NULL,NULL,NULL,3,'agent',NULL,1767225600000000,1767225603000000,0,0,'01a1e30c-f994-719c-9fd3-943c6614751f',NULL,NULL,NULL,648,78,NULL,NULL,1,'agent',NULL,NULL,4,1,2,0);
INSERT INTO calls VALUES(9,1,'2222222222222222','11111111111111111111111111111111','1111111111111111',NULL,NULL,2,'chat',NULL,1767225601000000,1767225602000000,0,0,'01a1e30c-f994-719c-9fd3-943c6614751f',NULL,NULL,NULL,816,145,NULL,NULL,1,'llm',NULL,NULL,2,1,0,0);
CREATE TABLE column_names (
  id integer primary key,
  project integer not null,
  name text not null,
  unique (project, name)
);
CREATE TABLE feedback (
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
INSERT INTO feedback VALUES(1,1,'01a1e30c-fcbf-7706-b9c3-cf3567aaf24b','weave:///team/app/call/root','01a1e30c-f994-719c-9fd3-943c6614751f',NULL,1794810641598691,'wandb.note.1','{"note":"Good"}',NULL,NULL,NULL,NULL,NULL,'[]','{}','{}','{}','{}','{}','','','','','','UNSET');
CREATE TABLE files (
  id integer primary key,
  project integer not null,
  digest text not null,
  size_bytes integer not null,
  bytes blob not null,
  unique (project, digest)
);
INSERT INTO files VALUES(1,1,'XHW2w6T4qYXxGmraF8tqdBlqEq1WXogsijlXUg22aUY',15,X'6279746573206f6620612066696c65');
INSERT INTO files VALUES(2,1,'ALkgP8KtugQQK8KxmTuQEXV8rmGFXiUVv3KMLwR0Grg',103,X'23205265636f726465642066726f6d20616e204f70656e54656c656d65747279207370616e2c2077686963682063617272696573206e6f20736f7572636520636f64652e0a646566206f70282a617267732c202a2a6b7761726773293a0a20202020706173730a');
CREATE TABLE key_uses (
  key_id text primary key references api_keys (id) on delete cascade,
  last_used_at integer not null
) strict, without rowid;
INSERT INTO key_uses VALUES('01a1e800-1d75-72e6-b776-08de540f5d98',1794893719025732);
CREATE TABLE memberships (
  user_id text not null references users (id) on delete cascade,
  entity text not null,
  role text not null,
  primary key (user_id, entity)
) without rowid;
CREATE TABLE object_aliases (
  project integer not null,
  object_id text not null,
  alias text not null,
  digest text not null,
  primary key (project, object_id, alias)
) without rowid;
CREATE TABLE object_tags (
  project integer not null,
  object_id text not null,
  digest text not null,
  tag text not null,
  primary key (project, object_id, digest, tag)
) without rowid;
CREATE TABLE object_versions (
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
INSERT INTO object_versions VALUES(1,1,'prompt','object','C3QH5Lv5J27RhLNOS4NigxhmLkWpcFYTJaRHy94vrh0','weave:///team/app/object/prompt:C3QH5Lv5J27RhLNOS4NigxhmLkWpcFYTJaRHy94vrh0',0,0,1,NULL,NULL,'{"text":"one"}',14,'01a1e30c-f994-719c-9fd3-943c6614751f',1794810641544073,1794810641574088);
INSERT INTO object_versions VALUES(2,1,'prompt','object','tffkyKhxau20Xt9QlMmhEXQBEM6AOPWOR7VLVipUlCA','weave:///team/app/object/prompt:tffkyKhxau20Xt9QlMmhEXQBEM6AOPWOR7VLVipUlCA',1,0,2,NULL,NULL,'{"text":"two"}',14,'01a1e30c-f994-719c-9fd3-943c6614751f',1794810641549459,NULL);
INSERT INTO object_versions VALUES(3,1,'prompt','object','YjLHkFaJmUetiiRVwiaTawd5aR1UU2vs9ECWub2E0HE','weave:///team/app/object/prompt:YjLHkFaJmUetiiRVwiaTawd5aR1UU2vs9ECWub2E0HE',2,1,3,NULL,NULL,'{"text":"three"}',16,'01a1e30c-f994-719c-9fd3-943c6614751f',1794810641566558,NULL);
INSERT INTO object_versions VALUES(4,1,'chat','op','EmUSa3YRoN8WdLfzxxpacdcz3ceVnn5C0wqIIckHoDA','weave:///team/app/op/chat:EmUSa3YRoN8WdLfzxxpacdcz3ceVnn5C0wqIIckHoDA',0,1,1,NULL,NULL,'{"_type":"CustomWeaveType","weave_type":{"type":"Op"},"files":{"obj.py":"ALkgP8KtugQQK8KxmTuQEXV8rmGFXiUVv3KMLwR0Grg"}}',119,'01a1e30c-f994-719c-9fd3-943c6614751f',1794810641626351,NULL);
INSERT INTO object_versions VALUES(5,1,'agent','op','EmUSa3YRoN8WdLfzxxpacdcz3ceVnn5C0wqIIckHoDA','weave:///team/app/op/agent:EmUSa3YRoN8WdLfzxxpacdcz3ceVnn5C0wqIIckHoDA',0,1,1,NULL,NULL,'{"_type":"CustomWeaveType","weave_type":{"type":"Op"},"files":{"obj.py":"ALkgP8KtugQQK8KxmTuQEXV8rmGFXiUVv3KMLwR0Grg"}}',119,'01a1e30c-f994-719c-9fd3-943c6614751f',1794893719063843,NULL);
CREATE TABLE op_names (
  id integer primary key,
  project integer not null,
  name text not null,
  unique (project, name)
);
INSERT INTO op_names VALUES(1,1,'answer');
INSERT INTO op_names VALUES(2,1,'weave:///team/app/op/chat:EmUSa3YRoN8WdLfzxxpacdcz3ceVnn5C0wqIIckHoDA');
INSERT INTO op_names VALUES(3,1,'weave:///team/app/op/agent:EmUSa3YRoN8WdLfzxxpacdcz3ceVnn5C0wqIIckHoDA');
CREATE TABLE prices (
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
INSERT INTO prices VALUES(1,1,'01a1e30c-fcc8-703c-9f57-626e7c8f6459','project','team/app','default','my-model',1794810641607484,0.10000000000000000555,0.2000000000000000111,0.0,0.0,'USD','USD','01a1e30c-f994-719c-9fd3-943c6614751f',1794810641607484);
CREATE TABLE projects (
  id integer primary key,
  name text not null unique,
  created_at integer not null
, retention_days integer, retention_checked_at integer, retention_held_at integer, retention_held_calls integer, retention_held_agent_spans integer, internal_id text, redaction_rules text);
INSERT INTO projects VALUES(1,'team/app',1794810641335000,NULL,NULL,NULL,NULL,NULL,'UHJvamVjdEludGVybmFsSWQ6MTAyODc4MjA2ODg5MDU2NjczNQ==',NULL);
CREATE TABLE sessions (
  hash text primary key,
  user_id text not null references users (id) on delete cascade,
  key_id text references api_keys (id) on delete cascade,
  created_at integer not null,
  expires_at integer not null
) without rowid;
CREATE TABLE table_items (
  table_id integer not null,
  idx integer not null,
  row_id integer not null,
  primary key (table_id, idx)
) without rowid;
INSERT INTO table_items VALUES(1,0,1);
INSERT INTO table_items VALUES(1,1,2);
INSERT INTO table_items VALUES(1,2,1);
CREATE TABLE table_rows (
  id integer primary key,
  project integer not null,
  digest text not null,
  val text,
  unique (project, digest)
);
INSERT INTO table_rows VALUES(1,1,'5dX3wdIlYWsTYj67G1udB1xwVln4GGix43AFoJI7A0Y','{"n":1}');
INSERT INTO table_rows VALUES(2,1,'YLfs8ipob95SfKXi3TCNHDIf9tG63e3yRmivu6hafWQ','{"n":2}');
CREATE TABLE tables (
  id integer primary key,
  project integer not null,
  digest text not null,
  count integer not null,
  unique (project, digest)
);
INSERT INTO tables VALUES(1,1,'3ac65bb0725458d083d397f4f82b9a6d987a1d290160ebdbff596cea752dad44',3);
CREATE TABLE users (
  id text primary key,
  name text not null unique,
  server_admin integer not null,
  created_at integer not null
) without rowid;
INSERT INTO users VALUES('01a1e30c-f994-719c-9fd3-943c6614751f','admin',1,1794810640788584);
DELETE FROM sqlite_sequence;
CREATE UNIQUE INDEX calls_by_id on calls (project, id);
CREATE INDEX call_refs_by_call on call_refs (rid, side);
CREATE INDEX object_versions_by_ref on object_versions (project, ref);
CREATE INDEX object_versions_by_time on object_versions (project, created_at, version_index);
CREATE INDEX object_versions_by_publication on object_versions (project, object_id, kind, published);
CREATE UNIQUE INDEX object_versions_latest on object_versions (project, object_id, kind) where is_latest = 1;
CREATE INDEX table_rows_missing on table_rows (project) where val is null;
CREATE INDEX feedback_by_ref on feedback (project, weave_ref, feedback_type);
CREATE INDEX feedback_by_time on feedback (project, created_at);
CREATE INDEX prices_by_model on prices (project, llm_id);
CREATE INDEX annotation_queue_items_by_call on annotation_queue_items (project, call_id, queue_id);
CREATE INDEX agent_spans_by_start on agent_spans (project, started_at);
CREATE INDEX agent_spans_by_agent on agent_spans (project, agent_name, started_at) where agent_name is not null;
CREATE INDEX agent_spans_by_conversation on agent_spans (project, conversation_id, started_at)
  where conversation_id is not null;
CREATE INDEX sessions_by_user on sessions (user_id);
CREATE INDEX sessions_by_key on sessions (key_id) where key_id is not null;
CREATE INDEX calls_by_span on calls (project, started_at)
  where is_span = 1 and started_at is not null and parent_id is not null;
CREATE INDEX calls_by_response on calls (project, trace_id, response_id, parent_id)
  where response_id is not null and started_at is not null and has_usage = 1 and usage_bit = 2;
CREATE INDEX call_segments_by_time on call_segments (project, started_to);
CREATE INDEX call_blocks_by_segment on call_blocks (segment, first_place);
CREATE INDEX calls_by_time on calls (project, started_at) where started_at is not null;
CREATE INDEX calls_by_root on calls (project, started_at) where started_at is not null and parent_id is null;
CREATE INDEX calls_by_op on calls (project, op, started_at) where started_at is not null;
CREATE INDEX calls_by_trace on calls (project, trace_id, started_at) where started_at is not null;
CREATE INDEX calls_by_parent on calls (project, parent_id, started_at)
  where started_at is not null and parent_id is not null;
CREATE INDEX calls_by_thread on calls (project, thread_id, started_at)
  where started_at is not null and thread_id is not null;
CREATE INDEX calls_not_counted on calls (project, rid)
  where has_usage = 1 and usage_bit <> 0 and ((below & 2) <> 0 or (usage_bit = 4 and (below & 4) <> 0) or duplicate = 1);
COMMIT;
PRAGMA user_version = 17;
PRAGMA application_id = 1214538860;
