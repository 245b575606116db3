select s.id, s.video_id, s.persona_id, s.summary, s.visual_analysis, s.audio_transcript, s.key_frames, s.confidence,
  s.transcript_json, s.evidence, s.audio_language, s.speaker_count, s.audio_model_used, s.visual_model_used,
  s.fusion_strategy, s.processing_time_audio, s.processing_time_visual, s.processing_time_fusion, s.processed_at_audio,
  s.processed_at_visual, s.processed_at_fusion, s.claims_version, s.comment, s.created_by, s.project_id, s.forked_from,
  s.review_state, s.reviewed_by, s.reviewed_at, s.review_note, s.version, s.created_at, s.updated_at, greatest(
    s.claims_extracted_at, (
    select max(c.updated_at)
    from claims c
    where c.summary_id = s.id))
from video_summaries s
where s.video_id = $1
and /*rbac among*/ /*rbac read summary user*/ ((s.created_by is not null
    and s.created_by = $2)
  or (s.project_id is not null
    and s.project_id = any($3::uuid[]))
  or s.id in (
    select sh.summary_id
    from resource_shares sh
    where sh.summary_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $4)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($5::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now()) ))
order by s.created_at desc, s.id desc
