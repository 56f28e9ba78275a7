-- The model that was asked for, where another one answered, and the cost that the client reported: see ModelUsage.
-- Null in calls of earlier versions until `heddle rebuild`.
alter table call_usage add column request_model text;
alter table call_usage add column reported_cost real;
alter table call_usage add column preferred_cost real;

-- Only calls that compete for a response, with their parent: siblings are found without looking at other calls.
drop index calls_by_response;
create index calls_by_response on calls (project, trace_id, response_id, parent_id)
  where response_id is not null and started_at is not null and has_usage = 1 and usage_bit = 2;
