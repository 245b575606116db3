-- in steps
-- The annotations of an object of the world: its owner made them, and their label is its key. Labels have no limit of
-- length, entries of an index do.
create index concurrently if not exists annotations_of_object on annotations
  (created_by_user_id, left(label, 100), created_at, id) where is_object;
-- The annotations of a type of a persona. It also serves what the index by persona alone was for.
create index concurrently if not exists annotations_of_type on annotations
  (persona_id, left(label, 100), created_at, id) where persona_id is not null;
drop index concurrently if exists annotations_of_persona;
-- Administrators list the annotations of all videos; without this index every page would sort the whole table.
create index concurrently if not exists annotations_in_order on annotations (created_at, id);
