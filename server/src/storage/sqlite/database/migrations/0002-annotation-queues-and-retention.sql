-- Queues of calls that wait for people to judge them. Lists are JSON text.
create table annotation_queues (
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

-- A call in a queue, as it was when it was added. The state is what an annotator said last.
create table annotation_queue_items (
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
create index annotation_queue_items_by_call on annotation_queue_items (project, call_id, queue_id);

-- How far each annotator got with an item.
create table annotation_progress (
  project integer not null,
  item_id text not null,
  annotator_user_id text not null,
  annotation_state text not null,
  primary key (project, item_id, annotator_user_id)
) without rowid;

-- How long the calls of a project are kept, and what that meant for a call when its start was written.
alter table projects add column retention_days integer;
alter table calls add column expire_at integer;
