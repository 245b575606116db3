import { sql } from 'kysely'
import type { Database } from '../database/client.js'
import type { Abilities } from './abilities.js'
import { inProjects, permitted, visible } from './visible.js'
import type { Action, ContentType } from './vocabulary.js'

export interface AccessPaths {
  projectId: string | null
  /** What requireCan would say. */
  allowed: boolean
  owns: boolean
  inProject: boolean
  shared: boolean
  systemGenerated: boolean
}

const tables: Record<ContentType, { table: string; owner: string; share: string }> = {
  annotation: { table: 'annotations', owner: 'created_by_user_id', share: 'annotation_id' },
  summary: { table: 'video_summaries', owner: 'created_by', share: 'summary_id' },
  claim: { table: 'claims', owner: 'created_by', share: 'claim_id' },
  persona: { table: 'personas', owner: 'user_id', share: 'persona_id' },
  world_state: { table: 'world_states', owner: 'user_id', share: 'world_state_id' },
}

/** The ways that lead from a user to one row; undefined when there is no such row. */
export async function selectAccessPaths(
  db: Database,
  abilities: Abilities,
  action: Action,
  kind: ContentType,
  id: string,
) {
  const { table, owner, share } = tables[kind]
  const reads = action === 'read'
  const allowed = reads ? visible(abilities, kind, 'r') : permitted(abilities, action, kind, 'r')
  const shared = reads
    ? sql`exists (select from resource_shares s where s.${sql.ref(share)} = r.id and (s.expires_at is null or s.expires_at > now())
        and (s.shared_with_user_id = ${abilities.userId} or s.shared_with_group_id = any(${abilities.groupIds}::uuid[])))`
    : sql`false`
  const systemGenerated =
    kind === 'persona'
      ? reads
        ? sql`r.is_system_generated and not r.hidden`
        : sql`r.is_system_generated and ${abilities.isAdmin}`
      : sql`false`
  const { rows } = await sql<AccessPaths>`
    select r.project_id, coalesce(${allowed}, false) as allowed, coalesce(r.${sql.ref(owner)} = ${abilities.userId}, false) as owns,
           coalesce(${inProjects(sql`r.project_id`, abilities.projectsWith(kind, action))}, false) as in_project,
           ${shared} as shared, ${systemGenerated} as system_generated
      from ${sql.table(table)} r where r.id = ${id}`.execute(db)
  return rows[0]
}

/** The same for a video (VA-17). */
export async function selectVideoPaths(db: Database, abilities: Abilities, action: Action, id: string) {
  const inSuchProject = inProjects(sql`a.project_id`, abilities.projectsWith('video', action))
  const { rows } = await sql<{ unassigned: boolean; assigned: boolean; inProject: boolean }>`
    select not exists (select from project_video_assignments a where a.video_id = v.id) as unassigned,
           exists (select from project_video_assignments a where a.video_id = v.id and a.assigned_user_id = ${abilities.userId}) as assigned,
           exists (select from project_video_assignments a where a.video_id = v.id and ${inSuchProject}) as in_project
      from videos v where v.id = ${id}`.execute(db)
  return rows[0]
}
