-- in steps
-- Claims are in the project of their summary; imports into summaries of projects left theirs outside. What is in
-- archived projects is set right, too: the statement says so itself (parallax.succession).
-- until no row
with succession as materialized (select set_config('parallax.succession', 'on', true) as is_on),
     astray as materialized (
       select c.id, s.project_id
         from succession, claims c join video_summaries s on s.id = c.summary_id
        where succession.is_on = 'on' and c.project_id is distinct from s.project_id limit 20000)
update claims c set project_id = astray.project_id from astray where astray.id = c.id;
