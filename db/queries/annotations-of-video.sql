select a.id, a.video_id, a.persona_id, a.created_by_user_id, a.project_id, a.type, a.label, a.link_type, a.number, case
  when a.frames_head is null then a.frames else (a.frames_head || (
    select string_agg(p.boxes, ','
      order by p.from_frame)
    from sequence_parts p
    where p.annotation_id = a.id) || a.frames_tail)::json end, a.confidence, a.source, a.stale, a.forked_from,
  a.review_state, a.reviewed_by, a.reviewed_at, a.review_note, a.version, a.created_at, a.updated_at
from annotations a
where a.video_id = $1
and /*rbac among*/ /*rbac read annotation user*/ ((a.created_by_user_id is not null
    and a.created_by_user_id = $2)
  or (a.project_id is not null
    and a.project_id = any($3::uuid[]))
  or a.id in (
    select sh.annotation_id
    from resource_shares sh
    where sh.annotation_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $4)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($5::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now()) ))
order by a.created_at, a.id
