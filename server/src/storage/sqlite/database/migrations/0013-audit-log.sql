-- Refers to nothing, so that removing a user or a project removes no entry.
create table audit_log (
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
