-- Calls from OpenTelemetry report usage of their own, which no client has added up into their roots.
alter table calls add column is_span integer;
update calls set is_span = 1 where rid in (select rid from call_starts where otel_dump is not null);
create index calls_by_span on calls (project, started_at)
  where is_span = 1 and started_at is not null and parent_id is not null;
