select c.id, c.summary_id, c.summary_type, c.text, c.gloss, c.parent_claim_id, c.text_spans, c.evidence, c.claimer_type,
  c.claimer_gloss, c.claim_relation, c.claim_event_id, c.claim_time_id, c.claim_location_id, c.confidence, c.model_used,
  c.extraction_strategy, c.original_text, c.audio, c.video, c.metadata, c.comment, c.created_by, c.project_id,
  c.forked_from, c.review_state, c.reviewed_by, c.reviewed_at, c.review_note, c.version, c.created_at, c.updated_at
from claims c
join video_summaries s on s.id = c.summary_id
where c.summary_id = any($1::uuid[])
and s.id = any($2::uuid[])
and /*rbac among*/ /*rbac read claim user*/ ((c.created_by is not null
    and c.created_by = $3)
  or (c.project_id is not null
    and c.project_id = any($4::uuid[]))
  or (s.created_by is not null
    and s.created_by = $5)
  or s.id in (
    select sh.summary_id
    from resource_shares sh
    where sh.summary_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $6)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($7::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now()) )
  or c.id in (
    select sh.claim_id
    from resource_shares sh
    where sh.claim_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $8)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($9::uuid[])))
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
          and sh.shared_with_user_id = $10)
        or (sh.shared_with_group_id is not null
          and sh.shared_with_group_id = any($11::uuid[])))
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
order by c.created_at, c.id
