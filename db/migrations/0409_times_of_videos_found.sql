-- in steps
create index concurrently if not exists world_objects_by_video on world_objects using gin (videos_of_time(body))
  where kind = 'time' and (body -> 'videoReferences') is not null;
-- The events that begin at a time. Keys may be longer than an entry of an index.
create index concurrently if not exists world_objects_by_start on world_objects
  (world_id, left(body ->> 'startTime', 100)) where kind = 'event' and (body -> 'startTime') is not null;
