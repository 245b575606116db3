import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'

/** A rule that must hold for the data as a whole and that no single database constraint can express. */
export interface Invariant {
  /** The rule as a sentence that is true of valid data. */
  rule: string
  /** A statement that counts the violations. */
  broken: ReturnType<typeof sql<{ count: number }>>
}

export const invariants: Invariant[] = [
  {
    rule: 'there is a system persona',
    broken: sql`select (not exists (select from personas where is_system_generated))::int as count`,
  },
  {
    rule: 'the permission table is seeded',
    broken: sql`select (not exists (select from role_permissions))::int as count`,
  },
  {
    rule: 'every persona has an ontology',
    broken: sql`select count(*)::int as count from personas p where not exists (select from ontologies o where o.persona_id = p.id)`,
  },
  {
    rule: 'every group has an owner',
    broken: sql`select count(*)::int as count from user_groups g
      where not exists (select from group_memberships m where m.group_id = g.id and m.role = 'group_owner')`,
  },
  {
    rule: 'every project has an owner',
    broken: sql`select count(*)::int as count from projects p
      where not exists (select from project_memberships m where m.project_id = p.id and m.role = 'project_owner')`,
  },
  {
    rule: 'every claim hangs on a root of its summary',
    broken: sql`with recursive reached as (
        select id from claims where parent_claim_id is null
        union all
        select c.id from claims c join reached r on c.parent_claim_id = r.id)
      select ((select count(*) from claims) - (select count(*) from reached))::int as count`,
  },
  {
    rule: 'every claim by somebody else notes the owner of its summary',
    broken: sql`select count(*)::int as count from claims c join video_summaries s on s.id = c.summary_id
      where c.summary_owner_id is distinct from nullif(s.created_by, c.created_by)`,
  },
  {
    rule: 'every share by somebody else notes the owner of what is shared',
    broken: sql`select count(*)::int as count from resource_shares x
      left join annotations a on a.id = x.annotation_id left join video_summaries s on s.id = x.summary_id
      left join claims c on c.id = x.claim_id left join personas p on p.id = x.persona_id
      left join world_states w on w.id = x.world_state_id
      where x.resource_owner_id is distinct from nullif(
        coalesce(a.created_by_user_id, s.created_by, c.created_by, p.user_id, w.user_id), x.shared_by_user_id)`,
  },
  {
    rule: 'every assignment notes when the row of its video was created',
    broken: sql`select count(*)::int as count from project_video_assignments x join videos v on v.id = x.video_id
      where x.video_created_at is distinct from v.created_at`,
  },
  {
    rule: 'no annotation counts more keyframes than boxes',
    broken: sql`select count(*)::int as count from annotations where keyframe_count > box_count`,
  },
  {
    rule: 'no job is worked on under a lease that ended five minutes ago',
    broken: sql`select count(*)::int as count from jobs where status = 'active' and lease_until < now() - interval '5 minutes'`,
  },
  {
    rule: 'no job has been due for ten minutes without a worker taking it',
    broken: sql`select count(*)::int as count from jobs where status in ('queued', 'delayed') and run_at < now() - interval '10 minutes'`,
  },
]

/** Returns the number of violations of an invariant. */
export async function countBroken(db: Database, { broken }: Invariant): Promise<number> {
  const { rows } = await broken.execute(db)
  return rows[0]?.count ?? 0
}
