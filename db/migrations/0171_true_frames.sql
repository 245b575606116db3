-- What is known of a video's file once all of it was read: kept with the version of the file that it speaks of.
alter table videos
  -- Which bytes lie under the name, as synchronisation saw them: size and time of the last change.
  add column file_version text,
  add column probed_version text,
  add column probed_at timestamptz(3),
  -- Why the file cannot be read as a video; its other facts are null then.
  add column probe_fault text,
  add column sha256 text,
  add column codec text,
  -- Degrees clockwise.
  add column rotation int4,
  -- Pixels as displayed.
  add column width int4,
  add column height int4,
  -- Seconds; `duration` is what the sidecar says, and this where it says nothing.
  add column probed_duration double precision,
  add column frame_count int4,
  -- Frames a second.
  add column rate_numerator int4,
  add column rate_denominator int4,
  -- Seconds of a tick, the unit of the file's times.
  add column tick_numerator int4,
  add column tick_denominator int4,
  add column first_tick bigint,
  add column is_variable_rate boolean,
  add constraint videos_frames_whole check (
    num_nulls(sha256, codec, rotation, width, height, probed_duration, frame_count, rate_numerator, rate_denominator,
              tick_numerator, tick_denominator, first_tick, is_variable_rate) in (0, 13)),
  add constraint videos_frames_positive check (
    frame_count > 0 and rate_numerator > 0 and rate_denominator > 0 and tick_numerator > 0 and tick_denominator > 0);
update videos set file_version = size || ' ' || (metadata ->> 'last_modified') where metadata ->> 'last_modified' is not null;
create index videos_to_probe on videos (id) where probed_version is distinct from file_version;

-- When each frame of a video begins, where its rate does not say it to the tick: the distances as varints, deflated.
create table video_frame_times (
  video_id text primary key references videos on delete cascade,
  ticks bytea not null
);
