import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import type { Database } from '../../database/driver/client.js'
import { all } from '../../database/rows/conditions.js'
import { contains } from '../../database/rows/contains.js'
import { equal } from '../../database/rows/equal.js'
import { keyset, newestKey } from '../../database/rows/keyset.js'
import type { VideoAssignmentRules } from '../../database/schema.js'
import type { Page } from '../../lib/page.js'
import { videoColumns, type MatchableVideo } from './rule-match.js'
import { ruleRecord, type RuleCondition } from './rule.shape.js'

const { names: ruleColumns } = ruleRecord

type Row = Awaited<ReturnType<typeof selectRow>>
export type RuleRow = Omit<NonNullable<Row>, 'conditions'> & { conditions: RuleCondition[] }

function selectRow(db: Database, id: string) {
  return db.selectFrom('videoAssignmentRules').select(ruleColumns).where('id', '=', id).executeTakeFirst()
}

export async function selectRule(db: Database, id: string): Promise<RuleRow | undefined> {
  return (await selectRow(db, id)) as RuleRow | undefined
}

/** Reads rules, newest first (VA-16). */
export async function selectRules(db: Database, page: Page): Promise<RuleRow[]> {
  const { where, orderBy, limit } = keyset(page, newestKey('l'), 'desc')
  const query = db
    .selectFrom('videoAssignmentRules as l')
    .select(ruleColumns)
    .where(where)
    .orderBy(orderBy)
    .limit(limit)
  return (await query.execute()) as RuleRow[]
}

export interface RuleFilter {
  targetType?: string | null
  targetId?: string | null
  isActive?: boolean | null
  /** A text that must occur in name or description. */
  search?: string | null
}

/** Returns a condition on the alias l (video_assignment_rules): the rule passes the filter. */
export function listedRules({ search, ...filter }: RuleFilter): RawBuilder<SqlBool> {
  const columns = { targetType: 'l.target_type', targetId: 'l.target_id', isActive: 'l.is_active' }
  return all(equal(filter, columns), contains(search, ['l.name', 'l.description']))
}

/** Reads the active rules, oldest first: of several rules that match, the oldest is used (VA-15). */
export async function selectActiveRules(db: Database): Promise<RuleRow[]> {
  const query = db
    .selectFrom('videoAssignmentRules')
    .select(ruleColumns)
    .where('isActive', '=', true)
    .orderBy('createdAt')
    .orderBy('id')
  return (await query.execute()) as RuleRow[]
}

/** Returns whether an active rule has a project as its target. */
export async function assignsByRule(db: Database): Promise<boolean> {
  const { rows } = await sql<{ assigns: boolean }>`
    select exists (select from video_assignment_rules where is_active and target_type = 'project') as assigns`.execute(
    db,
  )
  return rows[0]?.assigns === true
}

export async function insertRule(db: Database, row: Insertable<VideoAssignmentRules>): Promise<RuleRow> {
  return (await db
    .insertInto('videoAssignmentRules')
    .values(row)
    .returning(ruleColumns)
    .executeTakeFirstOrThrow()) as RuleRow
}

export async function updateRule(
  db: Database,
  id: string,
  changes: Updateable<VideoAssignmentRules>,
): Promise<RuleRow | undefined> {
  return (await db
    .updateTable('videoAssignmentRules')
    .set(changes)
    .where('id', '=', id)
    .returning(ruleColumns)
    .executeTakeFirst()) as RuleRow | undefined
}

export async function deleteRule(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('videoAssignmentRules').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export type RuleVideo = MatchableVideo & { id: string }

/**
 * Streams every video, oldest first, 1,000 at a time through a cursor. The metadata is read only if a condition needs
 * it.
 */
export function streamRuleVideos(db: Database, { metadata }: { metadata: boolean }): AsyncIterableIterator<RuleVideo> {
  return db
    .selectFrom('videos')
    .select(['id', ...videoColumns])
    .$if(metadata, (query) => query.select('metadata'))
    .orderBy('createdAt')
    .orderBy('id')
    .stream(1000)
}

/** A video that a rule assigns to a project; `id` is that of the new assignment. */
export interface Match {
  id: string
  projectId: string
  videoId: string
  /** Index into the definitions. */
  rule: number
}

/** A rule in the version against which the videos were evaluated. */
export interface Definition {
  ruleId: string
  updatedAt: string
  /** The part of the rule that its assignments store, as JSON text. */
  text: string
}

/**
 * Inserts assignments and returns the number of new ones. Skips projects that are gone or archived, and rules that were
 * changed, deactivated or deleted since they were read: the run that follows their change decides. An existing
 * assignment of the project stays, but closes the video (VA-15, VA-17).
 */
export async function insertMatches(
  db: Database,
  matches: readonly Match[],
  definitions: readonly Definition[],
  by: string | null,
  at: Date,
): Promise<number> {
  const column = <K extends keyof Match>(key: K) => matches.map((match) => match[key])
  const rule = <K extends keyof Definition>(key: K) => definitions.map((definition) => definition[key])
  const { rows } = await sql<{ isNew: boolean }>`
    insert into project_video_assignments as a
      (id, project_id, video_id, source, rule_definition, assigned_by, assigned_at, closes)
    select m.id, m.project_id, m.video_id, 'rule', d.text::json, ${by}, ${at}, true
      from unnest(${column('id')}::uuid[], ${column('projectId')}::uuid[], ${column('videoId')}::text[], ${column('rule')}::int[])
           as m(id, project_id, video_id, rule)
      join unnest(${rule('ruleId')}::uuid[], ${rule('updatedAt')}::timestamptz[], ${rule('text')}::text[])
           with ordinality as d(rule_id, updated_at, text, place) on d.place = m.rule + 1
      join video_assignment_rules r
           on r.id = d.rule_id and r.is_active and date_trunc('milliseconds', r.updated_at) = d.updated_at
      join projects p on p.id = m.project_id and not p.is_archived
    on conflict (project_id, video_id) do update set closes = true, stands = true where not a.closes
    returning a.xmax = 0 as is_new`.execute(db)
  return rows.filter(({ isNew }) => isNew).length
}
