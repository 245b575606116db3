-- Summaries, claims (trees) and their relations.
create table video_summaries (
  id uuid primary key,
  video_id text not null constraint video_summaries_video_id_short check (length(video_id) between 1 and 255),
  persona_id uuid not null references personas on delete cascade,
  summary json not null,
  visual_analysis text,
  audio_transcript text,
  key_frames json,
  confidence double precision constraint video_summaries_confidence_range check (confidence between 0 and 1),
  transcript_json json,
  audio_language text,
  speaker_count integer,
  audio_model_used text,
  visual_model_used text,
  fusion_strategy text,
  processing_time_audio double precision,
  processing_time_visual double precision,
  processing_time_fusion double precision,
  processed_at_audio timestamptz(3),
  processed_at_visual timestamptz(3),
  processed_at_fusion timestamptz(3),
  -- claimsJson is derived from the claims; these two keep what an import or a deletion said about it.
  claims_version text,
  claims_extracted_at timestamptz(3),
  comment text,
  created_by uuid references users on delete cascade,
  project_id uuid references projects on delete set null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint video_summaries_pair_unique unique (video_id, persona_id)
);
create index video_summaries_of_video on video_summaries (video_id, created_at desc, id desc);
create index video_summaries_of_persona on video_summaries (persona_id);
create index video_summaries_of_user on video_summaries (created_by, created_at, id);
create index video_summaries_of_project on video_summaries (project_id) where project_id is not null;

create table claims (
  id uuid primary key,
  summary_id uuid not null references video_summaries on delete cascade,
  summary_type text not null default 'video' constraint claims_summary_type_known check (summary_type in ('video', 'collection')),
  text text not null constraint claims_text_not_blank check (btrim(text, E' \t\n\r') <> ''),
  gloss json not null default '[]',
  parent_claim_id uuid,
  text_spans json,
  claimer_type text,
  claimer_gloss json,
  claim_relation json,
  claim_event_id text,
  claim_time_id text,
  claim_location_id text,
  confidence double precision constraint claims_confidence_range check (confidence between 0 and 1),
  model_used text,
  extraction_strategy text,
  audio json,
  video json,
  metadata json,
  comment text,
  created_by uuid references users on delete cascade,
  project_id uuid references projects on delete set null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint claims_id_in_summary unique (id, summary_id),
  -- A parent stands in the same summary; deleting it deletes the branch.
  constraint claims_parent_in_summary foreign key (parent_claim_id, summary_id) references claims (id, summary_id) on delete cascade,
  constraint claims_not_own_parent check (parent_claim_id <> id)
);
create index claims_of_summary on claims (summary_id, created_at, id);
create index claims_last_change on claims (summary_id, updated_at desc);
create index claims_of_parent on claims (parent_claim_id) where parent_claim_id is not null;
create index claims_of_user on claims (created_by, created_at, id);
create index claims_of_project on claims (project_id) where project_id is not null;

-- Moving a claim must not close a circle. The summary is locked first, so two moves cannot close one together.
create function keep_claims_acyclic() returns trigger language plpgsql as $$
begin
  perform from video_summaries where id = new.summary_id for update;
  if exists (
    with recursive up(id, parent_claim_id) as (
      select id, parent_claim_id from claims where id = new.parent_claim_id
      union
      select c.id, c.parent_claim_id from up join claims c on c.id = up.parent_claim_id
    ) select from up where id = new.id
  ) then
    raise exception 'a claim cannot stand below itself'
      using errcode = 'check_violation', constraint = 'claims_no_cycle', table = 'claims';
  end if;
  return new;
end $$;
create trigger claims_no_cycle before update of parent_claim_id on claims for each row
  when (new.parent_claim_id is distinct from old.parent_claim_id and new.parent_claim_id is not null)
  execute function keep_claims_acyclic();

create table claim_relations (
  id uuid primary key,
  source_claim_id uuid not null references claims on delete cascade,
  target_claim_id uuid not null references claims on delete cascade,
  relation_type_id text not null constraint claim_relations_type_not_empty check (relation_type_id <> ''),
  source_spans json,
  target_spans json,
  confidence double precision constraint claim_relations_confidence_range check (confidence between 0 and 1),
  notes text,
  created_by uuid references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint claim_relations_pair_unique unique (source_claim_id, target_claim_id),
  constraint claim_relations_not_to_self check (source_claim_id <> target_claim_id)
);
create index claim_relations_of_target on claim_relations (target_claim_id);
create index claim_relations_of_user on claim_relations (created_by, created_at, id);
