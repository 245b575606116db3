-- in steps
-- Annotations that were stored as OBJECT or TYPE, which no reader takes for what they are, get the kind in lower case,
-- also those in archived projects: the statement says so itself (parallax.succession).
-- until no row
with succession as materialized (select set_config('parallax.succession', 'on', true) as is_on),
     shouted as materialized (
       select a.id from succession, annotations a
        where succession.is_on = 'on' and a.type <> lower(a.type) and lower(a.type) in ('type', 'object')
          and a.frames_size + octet_length(a.label) <= 5 * 1024 * 1024
        limit 20000)
update annotations a set type = lower(a.type) from shouted where shouted.id = a.id;
