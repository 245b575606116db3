-- An export writes a row of these tables, and an ontology with all its types, as one line, and an import takes lines of
-- at most 32 MiB. So they may hold 31 MiB of JSON, whichever door, job or import writes; the rest is for what exports
-- add. What was larger before may still be changed as long as it does not grow.
create function refuse_long_line() returns trigger language plpgsql as $$
declare
  most constant integer := 31 * 1024 * 1024;
  size bigint := octet_length(row_to_json(new)::text);
begin
  if size > most and (tg_op = 'INSERT' or size > octet_length(row_to_json(old)::text)) then
    raise exception 'the row does not fit into a line of an export'
      using errcode = 'check_violation', constraint = 'fits_line', table = tg_table_name;
  end if;
  return new;
end $$;

-- A character takes at most six bytes in JSON, so smaller rows need not be printed to be measured.
do $$
declare
  one record;
begin
  for one in
    select * from (values
      ('personas', array['name', 'role', 'information_need', 'details']),
      ('world_objects', array['body']),
      ('video_summaries', array['summary', 'visual_analysis', 'audio_transcript', 'key_frames', 'transcript_json', 'evidence',
        'audio_language', 'audio_model_used', 'visual_model_used', 'fusion_strategy', 'claims_version', 'comment']),
      ('claims', array['text', 'gloss', 'text_spans', 'evidence', 'claimer_type', 'claimer_gloss', 'claim_relation',
        'claim_event_id', 'claim_time_id', 'claim_location_id', 'model_used', 'extraction_strategy', 'audio', 'video',
        'metadata', 'comment']),
      ('claim_relations', array['relation_type_id', 'source_spans', 'target_spans', 'notes'])
    ) x(name, columns)
  loop
    execute format('create trigger %1$s_fits_line before insert or update on %1$s for each row when (%2$s > 5 * 1024 * 1024)
      execute function refuse_long_line()', one.name,
      (select string_agg(format('coalesce(octet_length(new.%I::text), 0)', c), ' + ') from unnest(one.columns) c));
  end loop;
end $$;
-- The size of a sequence is measured by whoever writes it; to read it again would slow down every keyframe.
create trigger annotations_fits_line before insert or update on annotations for each row
  when (new.frames_size + octet_length(new.label) > 5 * 1024 * 1024) execute function refuse_long_line();

-- An export gives a type without a gloss one that is made of its definition.
create function refuse_long_ontology() returns trigger language plpgsql as $$
declare
  most constant integer := 31 * 1024 * 1024;
  relations bigint;
  stored bigint;
begin
  select octet_length(o.relations::text),
         (select coalesce(sum(octet_length(t.body::text) + 1), 0) from ontology_types t where t.persona_id = o.persona_id)
    into relations, stored from ontologies o where o.persona_id = new.persona_id;
  if not found or relations + 2 * stored <= most then
    return null;
  end if;
  select coalesce(sum(octet_length(t.body::text) + 1 + case when t.body -> 'gloss' is null
      then coalesce(octet_length((t.body -> 'definition')::text), 0) + 50 else 0 end), 0) into stored
    from ontology_types t where t.persona_id = new.persona_id;
  if relations + stored > most then
    raise exception 'the ontology does not fit into a line of an export'
      using errcode = 'check_violation', constraint = 'ontologies_fit_line', table = 'ontologies';
  end if;
  return null;
end $$;
-- Whoever changes types changes the version of their ontology first, so it is measured at the end of the transaction.
create constraint trigger ontologies_fit_line after insert or update on ontologies deferrable initially deferred
  for each row execute function refuse_long_ontology();
