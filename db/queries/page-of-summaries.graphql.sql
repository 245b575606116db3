select s.created_at, s.id, s.video_id, s.comment, s.created_by
from (
  select s.*
  from video_summaries s
  where s.id = any(array((
        select o.id
        from ((
            select s.id, s.created_at as "key0", s.id as "key1"
            from video_summaries s
            where s.created_by = $1
            and /*rbac among*/ true
            order by s.created_at desc, s.id desc
            limit $2)
          union all (
            select s.id, s.created_at as "key0", s.id as "key1"
            from unnest($3::uuid[]) of (id)
            cross join lateral (
              select s.*
              from video_summaries s
              where s.project_id = of.id
              and /*rbac among*/ true
              order by s.created_at desc, s.id desc
              limit $4) s
            order by s.created_at desc, s.id desc
            limit $5)) o
        group by o.id, o."key0", o."key1"
        order by o."key0" desc, o."key1" desc
        limit $6)
      union all (
        select sh.summary_id
        from resource_shares sh
        where sh.summary_id is not null
        and ((sh.shared_with_user_id is not null
            and sh.shared_with_user_id = $7)
          or (sh.shared_with_group_id is not null
            and sh.shared_with_group_id = any($8::uuid[])))
        and (sh.expires_at is null
          or sh.expires_at > now()))))
  offset 0) s
where (/*rbac read summary user*/ ((s.created_by is not null
      and s.created_by = $9)
    or (s.project_id is not null
      and s.project_id = any($10::uuid[]))
    or s.id in (
      select sh.summary_id
      from resource_shares sh
      where sh.summary_id is not null
      and ((sh.shared_with_user_id is not null
          and sh.shared_with_user_id = $11)
        or (sh.shared_with_group_id is not null
          and sh.shared_with_group_id = any($12::uuid[])))
      and (sh.expires_at is null
        or sh.expires_at > now()) )))
and /*rbac among*/ true
order by s.created_at desc, s.id desc
limit $13

select u.id, u.username, u.display_name
from users u
where u.id = any($1::uuid[])
and true

select c.summary_id, c.parent_claim_id, c.id, c.text, c.confidence, c.created_at, c.created_by
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
