-- in steps
-- Rows from before 0202, also those in archived projects: the statement says so itself (parallax.succession).
-- until no row
with succession as materialized (select set_config('parallax.succession', 'on', true) as is_on),
     astray as materialized (
       select c.id, s.created_by
         from succession, claims c join video_summaries s on s.id = c.summary_id
        where succession.is_on = 'on' and c.summary_owner_id is distinct from nullif(s.created_by, c.created_by) limit 20000)
update claims c set summary_owner_id = nullif(astray.created_by, c.created_by) from astray where astray.id = c.id;
create index concurrently if not exists claims_in_summaries_of_owner on claims (summary_owner_id, created_at, id)
  where summary_owner_id is not null;
