import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'

export interface Located {
  id: string
  type: string
  /**
   * The id of the parent through which the thing is read (a project, group, video, claim or persona, or the user of an
   * API key); null for other types.
   */
  parent: string | null
}

/**
 * Finds the type of each id with one statement over all tables, whoever may read the rows. `uuids` are the ids that are
 * UUIDs; `opaque` are all ids, since those of videos and jobs may be any text.
 */
export async function locate(db: Database, uuids: readonly string[], opaque: readonly string[]): Promise<Located[]> {
  const among = (type: string, table: string, parent = 'null') =>
    sql`select id::text, ${sql.lit(type)} as type, ${sql.raw(parent)}::text as parent from ${sql.table(table)} where id = any(${uuids}::uuid[])`
  const { rows } = await sql<Located>`
    ${among('User', 'users')}
    union all ${among('Session', 'sessions')}
    union all ${among('Token', 'api_tokens')}
    union all ${among('ApiKey', 'api_keys', 'user_id')}
    union all ${among('Permission', 'role_permissions')}
    union all ${among('Group', 'user_groups')}
    union all ${among('GroupMember', 'group_memberships', 'group_id')}
    union all ${among('Project', 'projects')}
    union all ${among('ProjectMember', 'project_memberships', 'project_id')}
    union all ${among('ProjectInvitation', 'project_invitations')}
    union all ${among('VideoAssignment', 'project_video_assignments', 'video_id')}
    union all ${among('VideoAssignmentRule', 'video_assignment_rules')}
    union all ${among('Persona', 'personas')}
    union all ${among('Ontology', 'ontologies', 'persona_id')}
    union all ${among('World', 'world_states')}
    union all ${among('Annotation', 'annotations')}
    union all ${among('Summary', 'video_summaries')}
    union all ${among('Claim', 'claims')}
    union all ${among('ClaimRelation', 'claim_relations', 'source_claim_id')}
    union all ${among('Import', 'import_history')}
    union all ${among('FrozenExport', 'frozen_exports')}
    union all ${among('Webhook', 'webhooks')}
    union all ${among('Share', 'resource_shares')}
    union all select id, 'Video', null from videos where id = any(${opaque}::text[])
    union all select public_id, 'Job', null from jobs where public_id = any(${opaque}::text[])`.execute(db)
  return rows
}
