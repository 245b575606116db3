-- in steps
create index concurrently if not exists claims_references_in_projects on claims
  using gin (claim_references(created_by, project_id, gloss, claimer_gloss, claim_relation, claim_event_id,
    claim_time_id, claim_location_id)) with (gin_pending_list_limit = 16384);
drop index concurrently if exists claims_references;
-- The annotations of an object in a project's world: its label is the key, and the author is any member.
create index concurrently if not exists annotations_of_object_in_project on annotations
  (project_id, left(label, 100)) where is_object and project_id is not null;
