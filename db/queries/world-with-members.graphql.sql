select o.world_id, o.kind, o.object_id, o.object_id, o.name, o.body
from world_objects o
where o.world_id = any($1::uuid[])
and /*rbac among*/ o.kind = 'entity'
order by o.world_id, o.position
