-- in steps
-- A longer list of pending entries makes bulk inserts cheaper, as for claims_trigrams.
create index concurrently if not exists claims_references on claims
  using gin (claim_references(created_by, gloss, claimer_gloss, claim_relation, claim_event_id, claim_time_id,
    claim_location_id)) with (gin_pending_list_limit = 16384);
