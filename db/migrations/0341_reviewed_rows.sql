-- in steps
-- The columns of reviews (migration 0340), one table after the other: each is locked for a moment. Their defaults are
-- constant, so that no row is rewritten. There is no foreign key to the reviewer, which would need an index on each table:
-- what somebody reviewed stays reviewed when their account goes.
alter table annotations
  add column if not exists review_state review_state not null default 'open',
  add column if not exists reviewed_by uuid,
  add column if not exists reviewed_at timestamptz(3),
  add column if not exists review_note text;
create or replace trigger annotations_reviewed_edited before update on annotations for each row
  when (old.review_state <> 'open' and new.version <> old.version) execute function open_review_again();
alter table video_summaries
  add column if not exists review_state review_state not null default 'open',
  add column if not exists reviewed_by uuid,
  add column if not exists reviewed_at timestamptz(3),
  add column if not exists review_note text;
create or replace trigger video_summaries_reviewed_edited before update on video_summaries for each row
  when (old.review_state <> 'open' and new.version <> old.version) execute function open_review_again();
alter table claims
  add column if not exists review_state review_state not null default 'open',
  add column if not exists reviewed_by uuid,
  add column if not exists reviewed_at timestamptz(3),
  add column if not exists review_note text;
create or replace trigger claims_reviewed_edited before update on claims for each row
  when (old.review_state <> 'open' and new.version <> old.version) execute function open_review_again();
-- The log of changes follows the new columns.
select log_changes('annotations', '''annotation''', owner => 'it.created_by_user_id', project => 'it.project_id',
  parent => 'it.persona_id', version => 'it.version',
  derived => '{has_boxes,box_count,keyframe_count,interpolated_count,first_frame,last_frame,frames_size,sequence_problems,frames_complete,track_id,video_sha256,stale}');
select log_changes('video_summaries', '''summary''', owner => 'it.created_by', project => 'it.project_id',
  parent => 'it.persona_id', version => 'it.version');
select log_changes('claims', '''claim''', owner => 'it.created_by', project => 'it.project_id',
  parent => 'coalesce(it.parent_claim_id, it.summary_id)', version => 'it.version', derived => '{summary_owner_id}');
