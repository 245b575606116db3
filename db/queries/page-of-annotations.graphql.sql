select a.created_at, a.id, a.type, a.label, a.confidence, a.source, case when a.frames_head is null then a.frames::text
  else a.frames_head || (
  select string_agg(p.boxes, ','
    order by p.from_frame)
  from sequence_parts p
  where p.annotation_id = a.id) || a.frames_tail end, a.persona_id
from annotations a
where (a.video_id = $1
  and (/*rbac read annotation user*/ ((a.created_by_user_id is not null
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
          or sh.expires_at > now()) )))
  and (true))
and /*rbac among*/ true
order by a.created_at asc, a.id asc
limit $6

select p.id, p.name, p.role
from personas p
where p.id = any($1::uuid[])
and (/*rbac read persona user*/ ((p.user_id is not null
      and p.user_id = $2)
    or (p.project_id is not null
      and p.project_id = any($3::uuid[]))
    or (p.is_system_generated
      and not p.hidden)
    or p.id in (
      select sh.persona_id
      from resource_shares sh
      where sh.persona_id is not null
      and ((sh.shared_with_user_id is not null
          and sh.shared_with_user_id = $4)
        or (sh.shared_with_group_id is not null
          and sh.shared_with_group_id = any($5::uuid[])))
      and (sh.expires_at is null
        or sh.expires_at > now()) ))
  or p.id in (
    select vs.persona_id
    from resource_shares sh
    join video_summaries vs on vs.id = sh.summary_id
    where ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $6)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($7::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now())
    union all
    select an.persona_id
    from resource_shares sh
    join annotations an on an.id = sh.annotation_id
    where an.persona_id is not null
    and ((sh.shared_with_user_id is not null
        and sh.shared_with_user_id = $8)
      or (sh.shared_with_group_id is not null
        and sh.shared_with_group_id = any($9::uuid[])))
    and (sh.expires_at is null
      or sh.expires_at > now())))
