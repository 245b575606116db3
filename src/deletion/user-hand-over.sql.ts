import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { systemPersonaId } from '../personas/system-persona.js'
import { spellingOf } from '../lib/user-name.js'

// Passes a deleted user's content in projects to an heir. This writes content of five areas in one transaction, and
// locks rows from the top of the lock order downwards.

/**
 * Switches a setting of the transaction. While it is `on`, content also changes its author in archived projects, which
 * are read-only otherwise. The setting ends with the transaction at the latest.
 */
export async function setSuccession(db: Database, state: 'on' | 'off'): Promise<void> {
  await sql`select set_config('parallax.succession', ${state}, true)`.execute(db)
}

/**
 * Locks the accounts until the transaction ends and returns, by id, the accounts that exist and have not been removed.
 */
export async function lockAccounts(db: Database, ids: readonly string[]): Promise<Map<string, { isActive: boolean }>> {
  const { rows } = await sql<{ id: string; isActive: boolean }>`
    select id, is_active from users where id = any(${ids}::uuid[]) and removed_at is null order by id for update`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Inserts a removed user: an account that cannot sign in, as the author of content that is kept. */
export async function insertRemovedUser(db: Database, id: string, now: Date): Promise<void> {
  await db
    .insertInto('users')
    .values({
      id,
      username: `removed-${id}`,
      spelling: spellingOf(`removed-${id}`),
      displayName: 'Removed user',
      isActive: false,
      removedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
}

/** The member who succeeds the owner of a project (p): the earliest other owner, else the earliest manager. */
const successor = sql`(select m.user_id from project_memberships m
  where m.project_id = p.id and m.user_id <> p.owner_user_id and m.role in ('project_owner', 'project_manager')
  order by m.role = 'project_manager', m.joined_at, m.id limit 1)`

/**
 * Hands each project that the user owns to its earliest other owner, else to its earliest manager. A project with
 * neither keeps the user as its owner.
 */
export async function handProjectsToMembers(db: Database, userId: string): Promise<void> {
  await sql`update projects p set owner_user_id = ${successor}
             where p.owner_user_id = ${userId} and ${successor} is not null`.execute(db)
}

/** Hands all projects that the user owns to the heir, who also becomes an owner among the members. */
export async function handProjectsTo(db: Database, userId: string, heirId: string): Promise<void> {
  await sql`with handed as (update projects set owner_user_id = ${heirId} where owner_user_id = ${userId} returning id)
    insert into project_memberships (id, user_id, project_id, role)
    select gen_random_uuid(), ${heirId}::uuid, id, 'project_owner' from handed
    on conflict (user_id, project_id) do update set role = 'project_owner'`.execute(db)
}

/**
 * Deletes the projects of groups of which the user is the only member, if no other user could become the project's
 * owner. This happens first, so that content made in such a project counts as being in no project.
 */
export async function deleteForsakenProjects(db: Database, userId: string): Promise<void> {
  await sql`select g.id from user_groups g
             where g.id in (select m.group_id from group_memberships m where m.user_id = ${userId})
             order by g.id for update`.execute(db)
  await sql`delete from projects p using user_groups g
             where g.id = p.owner_group_id
               and exists (select from group_memberships m where m.group_id = g.id and m.user_id = ${userId})
               and not exists (select from group_memberships m where m.group_id = g.id and m.user_id <> ${userId})
               and not exists (select from project_memberships m where m.project_id = p.id and m.user_id <> ${userId}
                     and m.role in ('project_owner', 'project_manager'))
               and not exists (select from users u where u.id = g.created_by and u.id <> ${userId})`.execute(db)
}

/**
 * Makes the heir the author of the user's content in projects that outlive the user, and of content on which the work
 * of others depends: claims above others' claims, and summaries and personas to which content of others belongs.
 * Returns how many rows changed.
 */
export async function handOverContent(db: Database, userId: string, heirId: string): Promise<bigint> {
  const lasting = (column: string) =>
    sql`${sql.ref(column)} in (select pr.id from projects pr where pr.owner_user_id is distinct from ${userId})`
  const statements = [
    sql`update personas p set user_id = ${heirId}
         where p.user_id = ${userId} and p.id <> ${systemPersonaId}
           and (${lasting('p.project_id')}
             or exists (select from video_summaries s where s.persona_id = p.id
                  and (${lasting('s.project_id')} or s.created_by <> ${userId}
                    or exists (select from claims c where c.summary_id = s.id and c.created_by <> ${userId})))
             or exists (select from annotations a where a.persona_id = p.id
                  and (a.created_by_user_id <> ${userId} or ${lasting('a.project_id')})))`,
    sql`update world_states w set user_id = ${heirId}, version = w.version + 1
         where w.user_id = ${userId} and ${lasting('w.project_id')}
           and not exists (select from world_states t where t.user_id = ${heirId} and t.project_id = w.project_id)`,
    // Where the heir has a world in the project, the user's objects are appended to it. The heir's objects stay
    // unchanged.
    sql`with joined as (
          update world_states t set version = t.version + 1
            from world_states w
           where w.user_id = ${userId} and t.user_id = ${heirId} and t.project_id = w.project_id
          returning w.id as from_id, t.id as to_id)
        insert into world_objects (world_id, kind, position, body)
        select j.to_id, o.kind, o.position + 1 + coalesce(
                 (select max(x.position) from world_objects x where x.world_id = j.to_id and x.kind = o.kind), -1), o.body
          from joined j join world_objects o on o.world_id = j.from_id
        on conflict do nothing`,
    sql`update video_summaries s set created_by = ${heirId}
         where s.created_by = ${userId}
           and (${lasting('s.project_id')}
             or exists (select from claims c where c.summary_id = s.id and c.created_by <> ${userId}))`,
    sql`with recursive above(id) as (
          select c.parent_claim_id from claims c
           where c.parent_claim_id is not null and (c.created_by <> ${userId} or ${lasting('c.project_id')})
             and c.summary_id in (select o.summary_id from claims o where o.created_by = ${userId})
          union
          select c.parent_claim_id from above a join claims c on c.id = a.id where c.parent_claim_id is not null)
        update claims c set created_by = ${heirId}
         where c.created_by = ${userId}
           and (${lasting('c.project_id')} or c.id in (select a.id from above a)
             or exists (select from video_summaries s where s.id = c.summary_id and ${lasting('s.project_id')}))`,
    sql`update claim_relations r set created_by = ${heirId}
         where r.created_by = ${userId}
           and not exists (select from claims c
                 where c.id in (r.source_claim_id, r.target_claim_id) and c.created_by = ${userId})`,
    sql`update annotations a set created_by_user_id = ${heirId}
         where a.created_by_user_id = ${userId} and ${lasting('a.project_id')}`,
  ]
  let changed = 0n
  for (const statement of statements) changed += (await statement.execute(db)).numAffectedRows ?? 0n
  return changed
}

/** Deletes an account and, by cascade, everything that still belongs to it. */
export async function deleteAccount(db: Database, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}
