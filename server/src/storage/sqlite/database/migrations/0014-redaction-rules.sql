-- A JSON list; null where a project has no rules.
alter table projects add column redaction_rules text;
