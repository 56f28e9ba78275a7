-- The previews of a call that is not sealed stand in the rows of its texts, in front of them: a write touches one
-- table less, and a list still reads them without the texts. Only calls that are not sealed have such rows.
create table call_starts_with_preview (
  rid integer primary key,
  preview text,
  attributes text not null,
  inputs text not null,
  otel_dump text
);
insert into call_starts_with_preview (rid, preview, attributes, inputs, otel_dump)
  select s.rid, p.input, s.attributes, s.inputs, s.otel_dump from call_starts s left join call_previews p on p.rid = s.rid;
drop table call_starts;
alter table call_starts_with_preview rename to call_starts;

create table call_ends_with_preview (
  rid integer primary key,
  preview text,
  output text,
  summary text not null,
  exception text
);
insert into call_ends_with_preview (rid, preview, output, summary, exception)
  select e.rid, p.output, e.output, e.summary, e.exception from call_ends e left join call_previews p on p.rid = e.rid;
drop table call_ends;
alter table call_ends_with_preview rename to call_ends;

drop table call_previews;
