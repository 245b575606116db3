-- in steps
-- Search also finds objects of worlds, personas and videos. The expressions are repeated in search.sql.ts.
create index concurrently if not exists world_objects_words on world_objects
  using gin (to_tsvector('simple', searched_text(coalesce(name, ''), body -> 'description'))) where kind in ('entity', 'event');
create index concurrently if not exists world_objects_trigrams on world_objects using gin (left(name, 10000) gin_trgm_ops) where kind in ('entity', 'event');
create index concurrently if not exists personas_words on personas
  using gin (to_tsvector('simple', searched_text(name || ' ' || role || ' ' || information_need || ' ' || coalesce(details, ''), null)));
create index concurrently if not exists personas_trigrams on personas using gin (left(name, 10000) gin_trgm_ops);
create index concurrently if not exists videos_words on videos using gin (to_tsvector('simple',
  searched_text(filename || ' ' || coalesce(metadata ->> 'title', '') || ' ' || coalesce(metadata ->> 'description', ''), null)));
create index concurrently if not exists videos_trigrams on videos using gin (left(filename, 10000) gin_trgm_ops);
