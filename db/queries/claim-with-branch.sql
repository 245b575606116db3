with recursive branch(id) as (
  select c.id
  from claims c
  where c.id = $1
  and /*rbac read claim user*/ ((c.created_by is not null
      and c.created_by = $2)
    or (c.project_id is not null
      and c.project_id = any($3::uuid[]))
    or exists (
      select from video_summaries vs
      where vs.id = c.summary_id
      and (vs.created_by is not null
        and vs.created_by = $4))
    or exists (
      select from video_summaries vs
      where vs.id = c.summary_id
      and vs.id in (
        select sh.summary_id
        from resource_shares sh
        where sh.summary_id is not null
        and ((sh.shared_with_user_id is not null
            and sh.shared_with_user_id = $5)
          or (sh.shared_with_group_id is not null
            and sh.shared_with_group_id = any($6::uuid[])))
        and (sh.expires_at is null
          or sh.expires_at > now()) ))
    or c.id in (
      select sh.claim_id
      from resource_shares sh
      where sh.claim_id is not null
      and ((sh.shared_with_user_id is not null
          and sh.shared_with_user_id = $7)
        or (sh.shared_with_group_id is not null
          and sh.shared_with_group_id = any($8::uuid[])))
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
            and sh.shared_with_user_id = $9)
          or (sh.shared_with_group_id is not null
            and sh.shared_with_group_id = any($10::uuid[])))
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
  union all
  select k.id
  from branch b
  cross join lateral (
    select c.id
    from claims c
    where c.parent_claim_id between b.id
    and b.id
    offset 0) k )
select c.id, c.summary_id, c.summary_type, c.text, c.gloss, c.parent_claim_id, c.text_spans, c.evidence, c.claimer_type,
  c.claimer_gloss, c.claim_relation, c.claim_event_id, c.claim_time_id, c.claim_location_id, c.confidence, c.model_used,
  c.extraction_strategy, c.original_text, c.audio, c.video, c.metadata, c.comment, c.created_by, c.project_id,
  c.forked_from, c.review_state, c.reviewed_by, c.reviewed_at, c.review_note, c.version, c.created_at, c.updated_at
from branch b
cross join lateral (
  select c.*
  from claims c
  where c.id = b.id
  offset 0) c
join video_summaries s on s.id = (
  select k.summary_id
  from claims k
  where k.id = $11)
where /*rbac read claim user*/ ((c.created_by is not null
    and c.created_by = $12)
  or (c.project_id is not null
    and c.project_id = any($13::uuid[]))
  or (s.created_by is not null
    and s.created_by = $14)
  or s.id in (
    select sh.summary_id
    from resource_shares sh
    where sh.summary_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $15)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($16::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now()) )
  or c.id in (
    select sh.claim_id
    from resource_shares sh
    where sh.claim_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $17)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($18::uuid[])))
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
          and sh.shared_with_user_id = $19)
        or (sh.shared_with_group_id is not null
          and sh.shared_with_group_id = any($20::uuid[])))
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
