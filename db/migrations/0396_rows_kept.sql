-- in steps
-- The triggers of migration 0395, one table after the other: each is made under a lock that is held for a moment.
select keep_resaved_rows('personas', columns_but('personas'));
select keep_resaved_rows('video_summaries', columns_but('video_summaries'));
select keep_resaved_rows('claims', columns_but('claims'));
select keep_resaved_rows('users', columns_but('users'));
select keep_resaved_rows('user_groups', columns_but('user_groups'));
select keep_resaved_rows('projects', columns_but('projects'));
select keep_resaved_rows('video_assignment_rules', columns_but('video_assignment_rules'));
select keep_resaved_rows('role_permissions', columns_but('role_permissions'));
select keep_resaved_rows('api_keys', columns_but('api_keys'));
select keep_resaved_rows('webhooks', columns_but('webhooks'));
-- A patch of a sequence that is stored in parts (migration 0260) may leave the row of the annotation as it is.
select keep_resaved_rows('annotations', columns_but('annotations', 'frames', 'frames_head', 'frames_tail', 'has_boxes', 'box_count',
  'keyframe_count', 'interpolated_count', 'first_frame', 'last_frame', 'frames_size', 'frames_complete', 'track_id',
  'sequence_problems', 'stale', 'video_sha256'));
select keep_resaved_rows('annotations', '{frames}', trigger_name => 'resaved_sequence', only_if => 'old.frames_head is null');
