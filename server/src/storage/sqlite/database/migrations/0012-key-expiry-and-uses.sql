alter table api_keys add column expires_at integer;

-- Apart from the keys: uses are written often, and must not bring back a key that was removed meanwhile.
create table key_uses (
  key_id text primary key references api_keys (id) on delete cascade,
  last_used_at integer not null
) strict, without rowid;
