select o.world_id, o.kind, o.object_id, o.object_id, o.name, o.body
from world_objects o
where o.world_id = any($1::uuid[])
and /*rbac among*/ o.kind = 'entity'
order by o.world_id, o.position

select t.persona_id || '/' || t.kind || '/' || t.type_id, t.persona_id, t.kind, t.type_id, t.name
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

select p.id, p.name
from personas p
where p.id = any($1::uuid[])
and /*rbac read persona user*/ ((p.user_id is not null
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
