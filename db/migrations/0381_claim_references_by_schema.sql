-- From PostgreSQL 17 on, ANALYZE, REINDEX and the like look for functions in pg_catalog alone, and so do restores of
-- dumps. The function of an index that called another one by its bare name made ANALYZE of claims fail, by hand, by
-- autovacuum and by the server, so that claims never had statistics.
create or replace function claim_references(
  author uuid, gloss json, claimer_gloss json, claim_relation json, event text, moment text, place text
) returns bigint[] language plpgsql immutable parallel safe as $$
begin
  return array(
    select public.reference_number('object', author::text, named.key) as number
      from unnest(array[event, moment, place]) named(key)
     where author is not null and named.key is not null
    union all
    select n.number
      from unnest(array[gloss, claimer_gloss, claim_relation]) d(document),
           json_array_elements(case json_typeof(d.document) when 'array' then d.document else '[]' end) item,
           lateral (select case when json_typeof(item) <> 'object' then null
             when item ->> 'type' = 'objectRef' then public.reference_number('object', author::text, item ->> 'content')
             when item ->> 'type' = 'typeRef'
               then public.reference_number('type', lower(item ->> 'refPersonaId'), item ->> 'content') end) n(number)
     where n.number is not null);
end $$;
