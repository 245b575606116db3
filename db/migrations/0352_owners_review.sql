-- Owners and managers of projects review by default, as reviewers do. An administrator's own decisions stay: a row is
-- added only where the table is still the default for the role and the kind, where reviewers may review that kind, and
-- where the log tells of no row that was added or removed before. A new database has no rows yet; db/seed.ts writes them.
insert into role_permissions (id, scope, role, resource_type, action)
select gen_random_uuid(), 'project', r.role, k.kind, 'review'
  from unnest('{project_owner,project_manager}'::text[]) r(role)
  cross join unnest('{annotation,summary,claim}'::text[]) k(kind)
 where (select array_agg(p.action order by p.action) = '{create,delete,export,read,share,update}' and not bool_or(p.own_only)
          from role_permissions p
         where p.scope = 'project' and p.role = r.role and p.resource_type = k.kind)
   and exists (select from role_permissions p
                where p.scope = 'project' and p.role = 'reviewer' and p.resource_type = k.kind and p.action = 'review'
                  and not p.own_only)
   and not exists (select from changes c
                    where c.kind = 'permission'
                      and (c.details ->> 'scope', c.details ->> 'role', c.details ->> 'resourceType', c.details ->> 'action')
                        = ('project', r.role, k.kind, 'review'))
   and not exists (select from changes c
                    where c.kind = 'permission' and c.operation = 'delete'
                      and (c.before ->> 'scope', c.before ->> 'role', c.before ->> 'resource_type', c.before ->> 'action')
                        = ('project', r.role, k.kind, 'review'))
on conflict on constraint role_permissions_once do nothing;
