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
and true

select t.persona_id, t.kind, t.type_id, t.type_id, t.name
from ontology_types t
where t.persona_id = any($1::uuid[])
and /*rbac among*/ true
order by t.persona_id, t.kind, t.position
