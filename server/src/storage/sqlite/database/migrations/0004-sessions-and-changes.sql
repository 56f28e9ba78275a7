-- Browsers that are signed in, by the hash of what their cookie holds. One made with a key ends with it.
create table sessions (
  hash text primary key,
  user_id text not null references users (id) on delete cascade,
  key_id text references api_keys (id) on delete cascade,
  created_at integer not null,
  expires_at integer not null
) without rowid;
create index sessions_by_user on sessions (user_id);
create index sessions_by_key on sessions (key_id) where key_id is not null;

-- Which calls were written, in order, for those who follow along. Calls that arrive together have
-- numbers in a row, and are one range. Only the newest ranges are kept.
create table call_changes (
  seq integer primary key,
  project integer not null,
  first_rid integer not null,
  last_rid integer not null
);
