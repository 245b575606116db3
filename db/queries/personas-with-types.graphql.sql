select p.created_at, p.id, p.name, p.role
from personas p
where /*rbac read persona user*/ ((p.user_id is not null
    and p.user_id = $1)
  or (p.project_id is not null
    and p.project_id = any($2::uuid[]))
  or (p.is_system_generated
    and not p.hidden))
and not p.hidden
and true
and true
and /*rbac among*/ true
order by p.created_at desc, p.id desc
limit $3

select o.persona_id, o.id
from ontologies o
where o.persona_id = any($1::uuid[])
and exists (
  select from personas p
  where p.id = o.persona_id
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
        or sh.expires_at > now()) )))

select t.persona_id, t.kind, t.type_id, t.type_id, t.name
from ontology_types t
where t.persona_id = any($1::uuid[])
and /*rbac among*/ true
order by t.persona_id, t.kind, t.position
