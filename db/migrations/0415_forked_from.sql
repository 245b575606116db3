-- in steps
-- Of what a thing is a copy: {"id", "version"} of the source at the moment of copying; null for what was made anew. One
-- table after the other: each is locked for a moment. There is no foreign key: the source may be deleted, and the copy
-- still says what it came from.
alter table personas add column if not exists forked_from json;
alter table ontologies add column if not exists forked_from json;
alter table world_objects add column if not exists forked_from json;
alter table annotations add column if not exists forked_from json;
alter table video_summaries add column if not exists forked_from json;
alter table claims add column if not exists forked_from json;
alter table claim_relations add column if not exists forked_from json;
-- The few copies in a world, for its answer.
create index concurrently if not exists world_objects_forked on world_objects (world_id) where forked_from is not null;
-- What notices that a row is saved as it is, and the log of changes, follow the new columns.
select keep_resaved_rows('personas', columns_but('personas'));
select keep_resaved_rows('video_summaries', columns_but('video_summaries'));
select keep_resaved_rows('claims', columns_but('claims'));
select keep_resaved_rows('annotations', columns_but('annotations', 'number', 'frames', 'frames_head', 'frames_tail', 'has_boxes', 'box_count',
  'keyframe_count', 'interpolated_count', 'first_frame', 'last_frame', 'frames_size', 'frames_complete', 'track_id',
  'sequence_problems', 'stale', 'video_sha256'));
select log_changes('personas', '''persona''', owner => 'it.user_id', project => 'it.project_id', version => 'it.version',
  gone => 'false');
select log_changes('ontologies', '''ontology''', thing => 'it.persona_id',
  owner => '(select p.user_id from personas p where p.id = it.persona_id)',
  project => '(select p.project_id from personas p where p.id = it.persona_id)', parent => 'it.persona_id', version => 'it.version');
select log_changes('world_objects', 'it.kind', thing => 'it.world_id', part => 'it.object_id',
  owner => '(select w.user_id from world_states w where w.id = it.world_id)',
  project => '(select w.project_id from world_states w where w.id = it.world_id)', parent => 'it.world_id',
  derived => '{updated_at}', gone => '(select 1 from world_states w where w.id = it.world_id) is null');
select log_changes('annotations', '''annotation''', owner => 'it.created_by_user_id', project => 'it.project_id',
  parent => 'it.persona_id', version => 'it.version',
  derived => '{has_boxes,box_count,keyframe_count,interpolated_count,first_frame,last_frame,frames_size,sequence_problems,frames_complete,track_id,video_sha256,stale,number}',
  gone => 'false');
select log_changes('video_summaries', '''summary''', owner => 'it.created_by', project => 'it.project_id',
  parent => 'it.persona_id', version => 'it.version',
  gone => '(select 1 from personas p where p.id = it.persona_id) is null');
select log_changes('claims', '''claim''', owner => 'it.created_by', project => 'it.project_id',
  parent => 'coalesce(it.parent_claim_id, it.summary_id)', version => 'it.version', derived => '{summary_owner_id}',
  gone => '(select 1 from video_summaries s where s.id = it.summary_id) is null
    or it.parent_claim_id is not null and (select 1 from claims c where c.id = it.parent_claim_id) is null');
select log_changes('claim_relations', '''claim_relation''', owner => 'it.created_by',
  project => '(select c.project_id from claims c where c.id = it.source_claim_id)', parent => 'it.source_claim_id',
  gone => '(select 1 from claims c where c.id = it.source_claim_id) is null
    or (select 1 from claims c where c.id = it.target_claim_id) is null');
