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

select t.persona_id || '/' || t.kind || '/' || t.type_id
from ontology_types t
join personas p on p.id = t.persona_id
where (t.persona_id, t.kind, t.type_id) in (
  select *
  from unnest( $1::uuid[], $2::text[], $3::text[]))
and /*rbac read persona user*/ ((p.user_id is not null
    and p.user_id = $4)
  or (p.project_id is not null
    and p.project_id = any($5::uuid[]))
  or (p.is_system_generated
    and not p.hidden)
  or p.id in (
    select sh.persona_id
    from resource_shares sh
    where sh.persona_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $6)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($7::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now()) ))

select o.world_id || '/' || o.kind || '/' || o.object_id
from world_objects o
where (o.world_id, o.object_id) in (
  select *
  from unnest( $1::uuid[], $2::text[]))
and o.kind = 'entity'

select k.reference
from world_objects o
join world_states w on w.id = o.world_id
join unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[]) as k(reference, user_id, project_id, key) on k.user_id =
  w.user_id
and k.key = o.object_id
and (w.project_id is null
  or w.project_id = k.project_id)
where o.kind = 'entity'
and /*rbac read world_state user*/ ((w.user_id is not null
    and w.user_id = $5)
  or (w.project_id is not null
    and w.project_id = any($6::uuid[]))
  or w.id in (
    select sh.world_state_id
    from resource_shares sh
    where sh.world_state_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $7)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($8::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now()) ))
order by w.project_id nulls first

select o.world_id || '/' || o.kind || '/' || o.object_id
from world_objects o
where (o.world_id, o.object_id) in (
  select *
  from unnest( $1::uuid[], $2::text[]))
and o.kind = 'event'

select k.reference
from world_objects o
join world_states w on w.id = o.world_id
join unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[]) as k(reference, user_id, project_id, key) on k.user_id =
  w.user_id
and k.key = o.object_id
and (w.project_id is null
  or w.project_id = k.project_id)
where o.kind = 'event'
and /*rbac read world_state user*/ ((w.user_id is not null
    and w.user_id = $5)
  or (w.project_id is not null
    and w.project_id = any($6::uuid[]))
  or w.id in (
    select sh.world_state_id
    from resource_shares sh
    where sh.world_state_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $7)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($8::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now()) ))
order by w.project_id nulls first

select o.world_id || '/' || o.kind || '/' || o.object_id
from world_objects o
where (o.world_id, o.object_id) in (
  select *
  from unnest( $1::uuid[], $2::text[]))
and o.kind = 'time'

select k.reference
from world_objects o
join world_states w on w.id = o.world_id
join unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[]) as k(reference, user_id, project_id, key) on k.user_id =
  w.user_id
and k.key = o.object_id
and (w.project_id is null
  or w.project_id = k.project_id)
where o.kind = 'time'
and /*rbac read world_state user*/ ((w.user_id is not null
    and w.user_id = $5)
  or (w.project_id is not null
    and w.project_id = any($6::uuid[]))
  or w.id in (
    select sh.world_state_id
    from resource_shares sh
    where sh.world_state_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $7)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($8::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now()) ))
order by w.project_id nulls first

select o.world_id || '/' || o.kind || '/' || o.object_id
from world_objects o
where (o.world_id, o.object_id) in (
  select *
  from unnest( $1::uuid[], $2::text[]))
and o.kind = 'entity_collection'

select k.reference
from world_objects o
join world_states w on w.id = o.world_id
join unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[]) as k(reference, user_id, project_id, key) on k.user_id =
  w.user_id
and k.key = o.object_id
and (w.project_id is null
  or w.project_id = k.project_id)
where o.kind = 'entity_collection'
and /*rbac read world_state user*/ ((w.user_id is not null
    and w.user_id = $5)
  or (w.project_id is not null
    and w.project_id = any($6::uuid[]))
  or w.id in (
    select sh.world_state_id
    from resource_shares sh
    where sh.world_state_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $7)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($8::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now()) ))
order by w.project_id nulls first

select o.world_id || '/' || o.kind || '/' || o.object_id
from world_objects o
where (o.world_id, o.object_id) in (
  select *
  from unnest( $1::uuid[], $2::text[]))
and o.kind = 'event_collection'

select k.reference
from world_objects o
join world_states w on w.id = o.world_id
join unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[]) as k(reference, user_id, project_id, key) on k.user_id =
  w.user_id
and k.key = o.object_id
and (w.project_id is null
  or w.project_id = k.project_id)
where o.kind = 'event_collection'
and /*rbac read world_state user*/ ((w.user_id is not null
    and w.user_id = $5)
  or (w.project_id is not null
    and w.project_id = any($6::uuid[]))
  or w.id in (
    select sh.world_state_id
    from resource_shares sh
    where sh.world_state_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $7)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($8::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now()) ))
order by w.project_id nulls first

select o.world_id || '/' || o.kind || '/' || o.object_id
from world_objects o
where (o.world_id, o.object_id) in (
  select *
  from unnest( $1::uuid[], $2::text[]))
and o.kind = 'time_collection'

select k.reference
from world_objects o
join world_states w on w.id = o.world_id
join unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[]) as k(reference, user_id, project_id, key) on k.user_id =
  w.user_id
and k.key = o.object_id
and (w.project_id is null
  or w.project_id = k.project_id)
where o.kind = 'time_collection'
and /*rbac read world_state user*/ ((w.user_id is not null
    and w.user_id = $5)
  or (w.project_id is not null
    and w.project_id = any($6::uuid[]))
  or w.id in (
    select sh.world_state_id
    from resource_shares sh
    where sh.world_state_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $7)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($8::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now()) ))
order by w.project_id nulls first
