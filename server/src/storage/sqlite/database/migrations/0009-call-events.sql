-- What was logged about a call, apart from its span.
create table call_events (
  rid integer not null,
  key text not null,
  event text not null,
  primary key (rid, key)
) without rowid;
