-- Calls that have ended and rest are packed ("sealed") into segments of up to 1,024 calls of a project (ADR 12).
-- `slot` is where the payloads and previews of a sealed call are: its block times 4,096, plus its index in the block.
-- Other calls have no slot, and rows in call_starts, call_ends and call_previews. The narrow row is the same for both.
create table call_slots (
  rid integer primary key,
  slot integer not null
);

-- A place is the position of a call in its segment. `removed_places` is a bitmap of the places whose calls were
-- deleted, or written to again and moved back; null where there are none.
create table call_segments (
  id integer primary key autoincrement,
  project integer not null,
  calls integer not null,
  started_from integer not null,
  started_to integer not null,
  removed integer not null default 0,
  removed_places blob
);
create index call_segments_by_time on call_segments (project, started_to);

-- Compressed texts of the calls of whole traces, as far as these fit. Ids are never used again, so that a thread may
-- keep an opened block for as long as it likes.
create table call_blocks (
  id integer primary key autoincrement,
  segment integer not null,
  first_place integer not null,
  previews blob not null,
  payloads blob not null
);
create index call_blocks_by_segment on call_blocks (segment, first_place);

-- The values of one field in all calls of a segment. Derived from the calls, so that searches open no payload.
create table column_names (
  id integer primary key,
  project integer not null,
  name text not null,
  unique (project, name)
);
create table call_columns (
  project integer not null,
  column_id integer not null,
  segment integer not null,
  data blob not null,
  primary key (project, column_id, segment)
) without rowid;

-- Which trigrams the texts of each block have, as slices of a bit matrix: a row per trigram hash, a bit per block.
create table call_signatures (
  project integer not null,
  slice integer not null,
  segment integer not null,
  bits blob not null,
  primary key (project, slice, segment)
) without rowid;

-- Ids at the end of indexes were as large as the rest of them. They only decided between calls that started in the same
-- microsecond; SQLite sorts those few itself.
drop index calls_by_time;
drop index calls_by_root;
drop index calls_by_op;
drop index calls_by_trace;
drop index calls_by_parent;
drop index calls_by_thread;
create index calls_by_time on calls (project, started_at) where started_at is not null;
create index calls_by_root on calls (project, started_at) where started_at is not null and parent_id is null;
create index calls_by_op on calls (project, op, started_at) where started_at is not null;
create index calls_by_trace on calls (project, trace_id, started_at) where started_at is not null;
create index calls_by_parent on calls (project, parent_id, started_at)
  where started_at is not null and parent_id is not null;
create index calls_by_thread on calls (project, thread_id, started_at)
  where started_at is not null and thread_id is not null;
