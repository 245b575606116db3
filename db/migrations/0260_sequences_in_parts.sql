-- To set one keyframe of a long sequence, a server rewrites some 250 boxes of it and not the whole document. The boxes of
-- such a sequence are here, as the text between the brackets of its list; frames_head and frames_tail are the text around
-- them, which is NULL where frames holds the whole sequence. Where it is not NULL, frames is `{"boxes": []}`, which no server
-- writes as a sequence: they print no spaces.
create table sequence_parts (
  annotation_id uuid not null references annotations on delete cascade,
  -- The frame of the first box.
  from_frame integer not null,
  boxes text not null,
  -- What the columns of the annotation that count boxes are computed from.
  tally json not null,
  primary key (annotation_id, from_frame)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05);
do $$
begin
  execute 'alter table sequence_parts alter column boxes set compression lz4';
exception when feature_not_supported or syntax_error then
  raise notice 'parts of sequences are packed as before: %', sqlerrm;
end $$;

alter table annotations add column frames_head text, add column frames_tail text;

-- Who writes the whole sequence, like every server of the version before, need not know of parts.
create function forget_sequence_parts() returns trigger language plpgsql as $$
begin
  delete from sequence_parts where annotation_id = old.id;
  new.frames_head := null;
  new.frames_tail := null;
  return new;
end $$;
-- Triggers run in the order of their names: those that look at the sequence come after this one.
create trigger annotations_become_whole before update of frames on annotations
  for each row when (old.frames_head is not null and new.frames::text <> old.frames::text)
  execute function forget_sequence_parts();

-- Boxes are drawn for the file of the video as it was read last, also where a part of them is.
drop trigger annotations_of_file_changed on annotations;
create trigger annotations_of_file_changed before update of frames, frames_head on annotations
  for each row execute function remember_video_file();

-- The line of an export holds the whole sequence (see refuse_long_line): in place of the columns that hold the text around
-- the boxes, and of `{"boxes": []}`, it has frames_size bytes.
create function refuse_long_sequence() returns trigger language plpgsql as $$
declare
  most constant integer := 31 * 1024 * 1024;
  size bigint := octet_length(row_to_json(new)::text);
  former bigint;
begin
  if new.frames_head is not null then
    size := size + new.frames_size - octet_length(new.frames::text)
      - octet_length(to_json(new.frames_head)::text) - octet_length(to_json(new.frames_tail)::text) + 2 * octet_length('null');
  end if;
  if size <= most then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    former := octet_length(row_to_json(old)::text);
    if old.frames_head is not null then
      former := former + old.frames_size - octet_length(old.frames::text)
        - octet_length(to_json(old.frames_head)::text) - octet_length(to_json(old.frames_tail)::text) + 2 * octet_length('null');
    end if;
  end if;
  if tg_op = 'INSERT' or size > former then
    raise exception 'the row does not fit into a line of an export'
      using errcode = 'check_violation', constraint = 'fits_line', table = tg_table_name;
  end if;
  return new;
end $$;
drop trigger annotations_fits_line on annotations;
create trigger annotations_fits_line before insert or update on annotations for each row
  when (new.frames_size + octet_length(new.label) > 5 * 1024 * 1024) execute function refuse_long_sequence();
