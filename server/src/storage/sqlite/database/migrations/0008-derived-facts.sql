-- What lists show of a call beside its own columns. Null in calls of earlier versions until `heddle rebuild`.
alter table calls add column kind text;
alter table calls add column end_user text;
create table call_previews (
  rid integer primary key,
  input text,
  output text
);

-- What decides whose usage counts, and which calls have a failure below them (call-family.ts). Until `heddle rebuild`,
-- each span of an earlier version counts, as it did then.
alter table calls add column response_id text;
alter table calls add column usage_bit integer not null default 0;
alter table calls add column has_usage integer not null default 0;
alter table calls add column below integer not null default 0;
alter table calls add column duplicate integer not null default 0;
update calls set usage_bit = 2 where is_span = 1;
update calls set has_usage = 1 where rid in (select rid from call_usage
  where requests or prompt_tokens or completion_tokens or total_tokens or cache_read_input_tokens or cache_creation_input_tokens);
create index calls_by_response on calls (project, trace_id, response_id) where response_id is not null;
