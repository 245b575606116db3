select c.id, c.summary_id, c.summary_type, c.text, c.gloss, c.parent_claim_id, c.text_spans, c.evidence, c.claimer_type,
  c.claimer_gloss, c.claim_relation, c.claim_event_id, c.claim_time_id, c.claim_location_id, c.confidence, c.model_used,
  c.extraction_strategy, c.original_text, c.audio, c.video, c.metadata, c.comment, c.created_by, c.project_id,
  c.forked_from, c.review_state, c.reviewed_by, c.reviewed_at, c.review_note, c.version, c.created_at, c.updated_at, (
    coalesce(c.confidence >= $1, false)
  and coalesce(c.extraction_strategy = $2, false)
  and coalesce(c.model_used = $3, false)
  and c.summary_type = $4
  and (position(lower($5) in lower(c.text)) > 0
    or exists (
      select from json_array_elements(case json_typeof(c.gloss) when 'array' then c.gloss else '[]' end) g
      where position(lower($6) in lower(g ->> 'content')) > 0)))
from video_summaries s
left join claims c on c.summary_id = s.id
and /*rbac read claim user*/ ((c.created_by is not null
    and c.created_by = $7)
  or (c.project_id is not null
    and c.project_id = any($8::uuid[]))
  or (s.created_by is not null
    and s.created_by = $9)
  or s.id in (
    select sh.summary_id
    from resource_shares sh
    where sh.summary_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $10)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($11::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now()) )
  or c.id in (
    select sh.claim_id
    from resource_shares sh
    where sh.claim_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $12)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($13::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now()) )
  or c.id in (
    with recursive branch(id) as (
      select child.id
      from resource_shares sh
      cross join lateral (
        select c.id
        from claims c
        where c.parent_claim_id = sh.claim_id
        offset 0) child
      where sh.claim_id is not null
      and ((sh.shared_with_user_id is not null
          and sh.shared_with_user_id = $14)
        or (sh.shared_with_group_id is not null
          and sh.shared_with_group_id = any($15::uuid[])))
      and (sh.expires_at is null
        or sh.expires_at > now())
      union
      select child.id
      from branch b
      cross join lateral (
        select c.id
        from claims c
        where c.parent_claim_id = b.id
        offset 0) child)
    select id
    from branch))
where s.id = $16
and /*rbac read summary user*/ ((s.created_by is not null
    and s.created_by = $17)
  or (s.project_id is not null
    and s.project_id = any($18::uuid[]))
  or s.id in (
    select sh.summary_id
    from resource_shares sh
    where sh.summary_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $19)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($20::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now()) ))
order by c.created_at, c.id
