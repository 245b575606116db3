-- What exports read instead of whole documents.

-- Whether a sequence has its mode and its boxes written out: then an export passes its text on as it is stored (XR-07, X-17).
alter table annotations add column frames_complete boolean not null
  generated always as (frames ->> 'interpolationMode' is not null and frames -> 'boxes' is not null) stored;

-- Names of assigned types, read once for each exported annotation (XR-04).
create index ontology_types_by_id on ontology_types (persona_id, type_id);

-- A sequence as an export carries it: keys in their order, `linear` where no mode is stored, boxes always there. Only rows
-- that cannot be passed on come here: those that are not frames_complete, and tracker output when keyframes alone are wanted.
create function exported_sequence(frames json, keyframes_only boolean) returns text language sql stable parallel safe
return '{' || concat_ws(',',
  (select string_agg(to_json(e.key)::text || ':' || case
       when e.key = 'interpolationMode' and json_typeof(e.value) = 'null' then '"linear"'
       when e.key = 'boxes' and keyframes_only and json_typeof(e.value) = 'array' then
         '[' || coalesce((select string_agg(b.value::text, ',' order by b.n)
            from json_array_elements(e.value) with ordinality b(value, n) where (b.value ->> 'isKeyframe') is distinct from 'false'), '') || ']'
       else e.value::text end, ',' order by e.n)
     from json_each(frames) with ordinality e(key, value, n)),
  case when frames -> 'interpolationMode' is null then '"interpolationMode":"linear"' end,
  case when frames -> 'boxes' is null then '"boxes":[]' end) || '}';
