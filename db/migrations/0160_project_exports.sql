-- An export of a project streams its annotations in order, as that of one's own does by annotations_of_user; without the
-- index all of them are sorted on disk before the first line.
create index annotations_of_project_in_order on annotations (project_id, created_at, id) where project_id is not null;
