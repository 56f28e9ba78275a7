PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE projects (
  id integer primary key,
  name text not null unique,
  created_at integer not null
);
INSERT INTO projects VALUES(1,'team/app',1794810624390000);
CREATE TABLE users (
  id text primary key,
  name text not null unique,
  server_admin integer not null,
  created_at integer not null
) without rowid;
INSERT INTO users VALUES('01a1e30c-b92b-70f1-b48f-2bccce67dbcf','admin',1,1794810624299627);
CREATE TABLE memberships (
  user_id text not null references users (id) on delete cascade,
  entity text not null,
  role text not null,
  primary key (user_id, entity)
) without rowid;
CREATE TABLE api_keys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  hash text not null unique,
  scope text not null,
  project_id text,
  created_at integer not null
) without rowid;
INSERT INTO api_keys VALUES('01a1e30c-b932-75bd-89bc-7c9c06d3f6e8','01a1e30c-b92b-70f1-b48f-2bccce67dbcf','HEDDLE_API_KEY','7fc0cbfd155b02a9c68166436fd12766a5ca0fabac7446eceb87dfd53cd585e9','all',NULL,1794810624307062);
CREATE TABLE op_names (
  id integer primary key,
  project integer not null,
  name text not null,
  unique (project, name)
);
INSERT INTO op_names VALUES(1,1,'answer');
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
);
INSERT INTO calls VALUES(1,1,'root','trace',NULL,NULL,NULL,1,NULL,NULL,1767225601000000,1767225604000000,0,0,'01a1e30c-b92b-70f1-b48f-2bccce67dbcf',NULL,NULL,NULL,45,105,NULL);
INSERT INTO calls VALUES(2,1,'child','trace','root',NULL,NULL,1,NULL,NULL,1767225602000000,1767225603000000,1,0,'01a1e30c-b92b-70f1-b48f-2bccce67dbcf',NULL,NULL,NULL,46,92,NULL);
INSERT INTO calls VALUES(3,1,'renamed','other',NULL,NULL,NULL,1,NULL,'A name',1767225605000000,NULL,0,0,'01a1e30c-b92b-70f1-b48f-2bccce67dbcf',NULL,NULL,NULL,48,0,NULL);
INSERT INTO calls VALUES(4,1,'unstarted',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1767225606000000,0,0,NULL,NULL,NULL,NULL,0,110,NULL);
INSERT INTO calls VALUES(5,1,'deleted',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL,NULL,NULL,NULL,0,0,1794810624668146);
INSERT INTO calls VALUES(6,1,'hostile','hostile',NULL,NULL,NULL,1,NULL,NULL,1767225608000000,NULL,0,0,'01a1e30c-b92b-70f1-b48f-2bccce67dbcf',NULL,NULL,NULL,44,0,NULL);
CREATE TABLE call_starts (
  rid integer primary key,
  attributes text not null,
  inputs text not null,
  otel_dump text
);
INSERT INTO call_starts VALUES(1,'{"user_id":"ada"}','{"question":"What is root?"}',NULL);
INSERT INTO call_starts VALUES(2,'{"user_id":"ada"}','{"question":"What is child?"}',NULL);
INSERT INTO call_starts VALUES(3,'{"user_id":"ada"}','{"question":"What is renamed?"}',NULL);
INSERT INTO call_starts VALUES(6,'{"user_id":"ada"}','{"ключ":"😀","n":0.1}',NULL);
CREATE TABLE call_ends (
  rid integer primary key,
  output text,
  summary text not null,
  exception text
);
INSERT INTO call_ends VALUES(1,'"answer root"','{"usage":{"gpt-4o":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7,"requests":1}}}',NULL);
INSERT INTO call_ends VALUES(2,NULL,'{"usage":{"gpt-4o":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7,"requests":1}}}','broken');
INSERT INTO call_ends VALUES(4,'"answer unstarted"','{"usage":{"gpt-4o":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7,"requests":1}}}',NULL);
CREATE TABLE call_refs (
  project integer not null,
  side integer not null,
  ref text not null,
  rid integer not null,
  primary key (project, side, ref, rid)
) without rowid;
CREATE TABLE call_usage (
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
INSERT INTO call_usage VALUES(1,'gpt-4o',1,3,4,7,0,0);
INSERT INTO call_usage VALUES(2,'gpt-4o',1,3,4,7,0,0);
INSERT INTO call_usage VALUES(4,'gpt-4o',1,3,4,7,0,0);
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
INSERT INTO object_versions VALUES(1,1,'prompt','object','C3QH5Lv5J27RhLNOS4NigxhmLkWpcFYTJaRHy94vrh0','weave:///team/app/object/prompt:C3QH5Lv5J27RhLNOS4NigxhmLkWpcFYTJaRHy94vrh0',0,0,1,NULL,NULL,'{"text":"one"}',14,'01a1e30c-b92b-70f1-b48f-2bccce67dbcf',1794810624686436,1794810624713307);
INSERT INTO object_versions VALUES(2,1,'prompt','object','tffkyKhxau20Xt9QlMmhEXQBEM6AOPWOR7VLVipUlCA','weave:///team/app/object/prompt:tffkyKhxau20Xt9QlMmhEXQBEM6AOPWOR7VLVipUlCA',1,0,2,NULL,NULL,'{"text":"two"}',14,'01a1e30c-b92b-70f1-b48f-2bccce67dbcf',1794810624691625,NULL);
INSERT INTO object_versions VALUES(3,1,'prompt','object','YjLHkFaJmUetiiRVwiaTawd5aR1UU2vs9ECWub2E0HE','weave:///team/app/object/prompt:YjLHkFaJmUetiiRVwiaTawd5aR1UU2vs9ECWub2E0HE',2,1,3,NULL,NULL,'{"text":"three"}',16,'01a1e30c-b92b-70f1-b48f-2bccce67dbcf',1794810624701321,NULL);
CREATE TABLE object_tags (
  project integer not null,
  object_id text not null,
  digest text not null,
  tag text not null,
  primary key (project, object_id, digest, tag)
) without rowid;
CREATE TABLE object_aliases (
  project integer not null,
  object_id text not null,
  alias text not null,
  digest text not null,
  primary key (project, object_id, alias)
) without rowid;
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
CREATE TABLE table_items (
  table_id integer not null,
  idx integer not null,
  row_id integer not null,
  primary key (table_id, idx)
) without rowid;
INSERT INTO table_items VALUES(1,0,1);
INSERT INTO table_items VALUES(1,1,2);
INSERT INTO table_items VALUES(1,2,1);
CREATE TABLE files (
  id integer primary key,
  project integer not null,
  digest text not null,
  size_bytes integer not null,
  bytes blob not null,
  unique (project, digest)
);
INSERT INTO files VALUES(1,1,'XHW2w6T4qYXxGmraF8tqdBlqEq1WXogsijlXUg22aUY',15,X'6279746573206f6620612066696c65');
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
INSERT INTO feedback VALUES(1,1,'01a1e30c-bafa-7191-bef3-a171dd0455be','weave:///team/app/call/root','01a1e30c-b92b-70f1-b48f-2bccce67dbcf',NULL,1794810624762823,'wandb.note.1','{"note":"Good"}',NULL,NULL,NULL,NULL,NULL,'[]','{}','{}','{}','{}','{}','','','','','','UNSET');
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
INSERT INTO prices VALUES(1,1,'01a1e30c-baff-72a4-8721-1558daf511ff','project','team/app','default','my-model',1794810624766932,0.10000000000000000555,0.2000000000000000111,0.0,0.0,'USD','USD','01a1e30c-b92b-70f1-b48f-2bccce67dbcf',1794810624766932);
CREATE UNIQUE INDEX calls_by_id on calls (project, id);
CREATE INDEX calls_by_time on calls (project, started_at, id) where started_at is not null;
CREATE INDEX calls_by_root on calls (project, started_at, id, parent_id)
  where started_at is not null and parent_id is null;
CREATE INDEX calls_by_op on calls (project, op, started_at, id) where started_at is not null;
CREATE INDEX calls_by_trace on calls (project, trace_id, started_at, id) where started_at is not null;
CREATE INDEX calls_by_parent on calls (project, parent_id, started_at, id)
  where started_at is not null and parent_id is not null;
CREATE INDEX calls_by_thread on calls (project, thread_id, started_at, id)
  where started_at is not null and thread_id is not null;
CREATE INDEX call_refs_by_call on call_refs (rid, side);
CREATE INDEX object_versions_by_ref on object_versions (project, ref);
CREATE INDEX object_versions_by_time on object_versions (project, created_at, version_index);
CREATE INDEX object_versions_by_publication on object_versions (project, object_id, kind, published);
CREATE UNIQUE INDEX object_versions_latest on object_versions (project, object_id, kind) where is_latest = 1;
CREATE INDEX table_rows_missing on table_rows (project) where val is null;
CREATE INDEX feedback_by_ref on feedback (project, weave_ref, feedback_type);
CREATE INDEX feedback_by_time on feedback (project, created_at);
CREATE INDEX prices_by_model on prices (project, llm_id);
COMMIT;
PRAGMA user_version = 1;
PRAGMA application_id = 0;
