-- What a claim refers to, as numbers by which an index finds the claims that refer to a thing: world objects by the
-- author of the claim, in whose worlds they are looked up, and their key; ontology types by their persona and key. Two
-- things may have the same number, so whoever finds claims by it compares the references themselves.
create function reference_number(kind text, owner text, key text) returns bigint
  language sql immutable parallel safe as $$ select hashtextextended(kind || ' ' || owner || '/' || key, 0) $$;

create function claim_references(
  author uuid, gloss json, claimer_gloss json, claim_relation json, event text, moment text, place text
) returns bigint[] language plpgsql immutable parallel safe as $$
begin
  return array(
    select reference_number('object', author::text, named.key) as number
      from unnest(array[event, moment, place]) named(key)
     where author is not null and named.key is not null
    union all
    select n.number
      from unnest(array[gloss, claimer_gloss, claim_relation]) d(document),
           json_array_elements(case json_typeof(d.document) when 'array' then d.document else '[]' end) item,
           lateral (select case when json_typeof(item) <> 'object' then null
             when item ->> 'type' = 'objectRef' then reference_number('object', author::text, item ->> 'content')
             when item ->> 'type' = 'typeRef'
               then reference_number('type', lower(item ->> 'refPersonaId'), item ->> 'content') end) n(number)
     where n.number is not null);
end $$;
