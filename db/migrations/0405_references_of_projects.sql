-- References of a text in a project are also looked up in the worlds of the other members. So an object in a project's
-- world is found by the project of the texts that name it, and one in a personal world by the author, as before. Each
-- reference to an object has a number for the author and, in a project, one for the project. The former version still
-- calls the function without a project.
create function claim_references(
  author uuid, project uuid, gloss json, claimer_gloss json, claim_relation json, event text, moment text, place text
) returns bigint[] language plpgsql immutable parallel safe as $$
begin
  return array(
    select public.reference_number('object', owner.id::text, named.key) as number
      from unnest(array[event, moment, place]) named(key), unnest(array[author, project]) owner(id)
     where owner.id is not null and named.key is not null
    union all
    select n.number
      from unnest(array[gloss, claimer_gloss, claim_relation]) d(document),
           json_array_elements(case json_typeof(d.document) when 'array' then d.document else '[]' end) item,
           lateral (
             select public.reference_number('object', owner.id::text, item ->> 'content')
               from unnest(array[author, project]) owner(id)
              where json_typeof(item) = 'object' and item ->> 'type' = 'objectRef' and owner.id is not null
             union all
             select public.reference_number('type', lower(item ->> 'refPersonaId'), item ->> 'content')
              where json_typeof(item) = 'object' and item ->> 'type' = 'typeRef') n(number)
     where n.number is not null);
end $$;
