-- Annotations. frames is the sequence as sent; the counters beside it are measured when it is written, so that exports
-- and statistics need not read the sequences (sequence_problems null: valid by X-04).
create table annotations (
  id uuid primary key,
  video_id text not null constraint annotations_video_id_short check (length(video_id) between 1 and 255),
  persona_id uuid references personas on delete set null,
  created_by_user_id uuid not null references users on delete cascade,
  project_id uuid references projects on delete set null,
  type text not null constraint annotations_type_short check (type <> '' and length(type) <= 50),
  label text not null constraint annotations_label_not_empty check (label <> ''),
  link_type text constraint annotations_link_type_known check
    (link_type in ('entity', 'event', 'time', 'location', 'entity-collection', 'event-collection', 'time-collection')),
  frames json not null,
  confidence double precision constraint annotations_confidence_range check (confidence between 0 and 1),
  source text not null default 'manual' constraint annotations_source_short check (source <> '' and length(source) <= 50),
  is_object boolean not null generated always as (type = 'object' or link_type is not null) stored,
  track_id text generated always as (frames ->> 'trackId') stored,
  has_boxes boolean not null,
  box_count integer not null,
  keyframe_count integer not null,
  interpolated_count integer not null,
  first_frame double precision,
  last_frame double precision,
  frames_size integer not null,
  sequence_problems json,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index annotations_of_video on annotations (video_id, created_at, id);
create index annotations_of_user on annotations (created_by_user_id, created_at, id);
create index annotations_of_persona on annotations (persona_id) where persona_id is not null;
create index annotations_of_project on annotations (project_id, video_id, created_at, id) where project_id is not null;
create index annotations_invalid on annotations (created_by_user_id) where sequence_problems is not null;
-- For the overlap rule of imports (I-26).
create index annotations_by_object on annotations (created_by_user_id, video_id, label) where is_object;
create index annotations_by_track on annotations (created_by_user_id, video_id, track_id) where track_id is not null;
