-- The calls whose usage does not count, since calls below or beside them report it too. Statistics read the usage of sealed calls from
-- columns, which never change, and leave these out. The conditions are those of `NOT_COUNTED` in `call-family.ts`.
create index calls_not_counted on calls (project, rid)
  where has_usage = 1 and usage_bit <> 0 and ((below & 2) <> 0 or (usage_bit = 4 and (below & 4) <> 0) or duplicate = 1);
