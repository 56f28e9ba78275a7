-- Searches find sealed calls by columns, and ask about the others here. Without the project, each search looked at the calls of
-- all projects that had not ended or were too few to be sealed.
alter table call_starts add column project integer;
update call_starts set project = (select c.project from calls c where c.rid = call_starts.rid);
create index call_starts_by_project on call_starts (project);
