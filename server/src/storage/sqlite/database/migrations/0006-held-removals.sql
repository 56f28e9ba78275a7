-- Until when the clock is known to be right for the retention of a project, and a removal that waits to be confirmed.
alter table projects add column retention_checked_at integer;
alter table projects add column retention_held_at integer;
alter table projects add column retention_held_calls integer;
alter table projects add column retention_held_agent_spans integer;
