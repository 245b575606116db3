select s.id
from video_summaries s
where s.id = any($1::uuid[])
and /*rbac read summary user*/ ((s.created_by is not null
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

select c.summary_id, c.parent_claim_id, c.id, c.text, c.summary_type, c.confidence, c.model_used, c.extraction_strategy,
  c.claimer_type, c.comment, c.version, c.created_at, c.updated_at, c.gloss, c.created_by, c.project_id
from claims c
join video_summaries s on s.id = c.summary_id
where c.summary_id = any($1::uuid[])
and /*rbac among*/ /*rbac read claim user*/ ((c.created_by is not null
    and c.created_by = $2)
  or (c.project_id is not null
    and c.project_id = any($3::uuid[]))
  or (s.created_by is not null
    and s.created_by = $4)
  or s.id in (
    select sh.summary_id
    from resource_shares sh
    where sh.summary_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $5)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($6::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now()) )
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
order by c.created_at, c.id

select c.id
from claims c
where c.id = any($1::uuid[])
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

select a.id
from annotations a
where a.id = any($1::uuid[])
and /*rbac read annotation user*/ ((a.created_by_user_id is not null
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
