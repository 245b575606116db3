-- in steps
-- Numbers for the tracks that were there before migration 0402, oldest first, also in archived projects.
-- until no row
with succession as materialized (select set_config('parallax.succession', 'on', true) as is_on),
     chosen as materialized (
       select a.id, a.video_id, row_number() over (partition by a.video_id order by a.created_at, a.id) as place
         from (select a.id, a.video_id, a.created_at from succession, annotations a
                where succession.is_on = 'on' and a.number is null
                order by a.video_id, a.created_at, a.id limit 5000) a),
     counters as (
       update track_numbers n set numbered = n.numbered + c.count
         from (select video_id, count(*) from chosen group by video_id) c
        where c.video_id = n.video_id
       returning n.video_id, n.numbered - c.count as before)
update annotations a set number = counters.before + chosen.place
  from chosen join counters using (video_id) where a.id = chosen.id;
-- All rows have numbers, also those that the former version writes (migration 0402). They are looked at without a lock.
do $$ begin alter table annotations add constraint annotations_numbered check (number is not null) not valid; exception when duplicate_object then null; end $$;
alter table annotations validate constraint annotations_numbered;
create unique index concurrently if not exists annotations_number on annotations (video_id, number);
select keep_resaved_rows('annotations', columns_but('annotations', 'number', 'frames', 'frames_head', 'frames_tail', 'has_boxes', 'box_count',
  'keyframe_count', 'interpolated_count', 'first_frame', 'last_frame', 'frames_size', 'frames_complete', 'track_id',
  'sequence_problems', 'stale', 'video_sha256'));
select log_changes('annotations', '''annotation''', owner => 'it.created_by_user_id', project => 'it.project_id',
  parent => 'it.persona_id', version => 'it.version',
  derived => '{has_boxes,box_count,keyframe_count,interpolated_count,first_frame,last_frame,frames_size,sequence_problems,frames_complete,track_id,video_sha256,stale,number}',
  gone => 'false');
