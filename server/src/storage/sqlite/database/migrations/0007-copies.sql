-- When each annotator reported their progress: an item shows the latest report.
alter table annotation_progress add column updated_at integer not null default 0;
update annotation_progress set updated_at = coalesce((
  select iif(i.annotator_user_id = annotation_progress.annotator_user_id, i.updated_at, i.created_at)
  from annotation_queue_items i
  where i.project = annotation_progress.project and i.id = annotation_progress.item_id), 0);

-- Null in projects of earlier versions, whose internal id is made from their number.
alter table projects add column internal_id text;
