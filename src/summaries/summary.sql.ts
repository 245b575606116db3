import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import type { Abilities } from '../access/abilities.js'
import { abilitySlots, type WithAbilities } from '../access/ability-slots.js'
import { owned, visible } from '../access/rules.js'
import type { Database } from '../database/client.js'
import { keyset, newestKey } from '../database/keyset.js'
import { prepareShapes, slot, type Prepared } from '../database/prepared.js'
import type { VideoSummaries } from '../database/schema.js'
import type { KeyValue, Page } from '../lib/page.js'
import { summaryRecord } from './summary.record.js'

export type SummaryRow = NonNullable<Awaited<ReturnType<typeof selectSummary>>>

export function selectSummary(db: Database, where: RawBuilder<SqlBool>) {
  return db.selectFrom('videoSummaries as s').select(summaryRecord.names).where(where).executeTakeFirst()
}

/** Whoever may read it. */
export function selectSummaryById(db: Database, id: string) {
  return selectSummary(db, sql<SqlBool>`s.id = ${id}`)
}

/** The summary of a video and persona, whoever may read it. */
export function selectSummaryOfPair(db: Database, videoId: string, personaId: string) {
  return selectSummary(db, sql<SqlBool>`s.video_id = ${videoId} and s.persona_id = ${personaId}`)
}

/** True where a video and persona have a summary that `writable` (over s) does not let through. */
export async function isForeignPair(
  db: Database,
  videoId: string,
  personaId: string,
  writable: RawBuilder<SqlBool>,
): Promise<boolean> {
  const { rows } = await sql`
    select from video_summaries s
     where s.video_id = ${videoId} and s.persona_id = ${personaId} and not ${writable}`.execute(db)
  return rows.length > 0
}

export function selectSummaries(db: Database, where: RawBuilder<SqlBool>) {
  return db
    .selectFrom('videoSummaries as s')
    .select(summaryRecord.names)
    .where(where)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export interface SummaryFilter {
  videoId?: string
  personaId?: string
  projectId?: string
  mine?: boolean
}

/** Summaries (s) that may be read and pass the filter. */
export function listed(
  abilities: Abilities,
  { videoId, personaId, projectId, mine }: SummaryFilter,
): RawBuilder<SqlBool> {
  const parts = [
    visible(abilities, 'summary', 's'),
    ...(videoId ? [sql<SqlBool>`s.video_id = ${videoId}`] : []),
    ...(personaId ? [sql<SqlBool>`s.persona_id = ${personaId}`] : []),
    ...(projectId ? [sql<SqlBool>`s.project_id = ${projectId}`] : []),
    ...(mine ? [owned(abilities, 'summary', 's')] : []),
  ]
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

interface OfPage extends WithAbilities {
  filter: SummaryFilter
  page: Page
}

const pageStatements = prepareShapes<OfPage, OfPage>(
  'page-of-summaries',
  ({ abilities, filter, page: { order, backward, after, before } }) =>
    [
      abilities.isAdmin ? 'every' : 'some',
      Object.keys(given(filter)).join('+'),
      order ? `${order.field}-${order.direction}` : '',
      backward ? 'last' : 'first',
      after ? 'after' : '',
      before ? 'before' : '',
    ].join('/'),
  ({ abilities: { isAdmin }, filter, page }) => {
    const values = (key: 'after' | 'before') =>
      page[key] && page[key].map((_, i) => slot<OfPage, KeyValue>((input) => input.page[key]?.[i] ?? null))
    const { where, orderBy } = keyset(
      { ...page, after: values('after'), before: values('before') },
      newestKey('s'),
      'desc',
    )
    const filterSlots = Object.fromEntries(
      Object.keys(given(filter)).map((name) => [
        name,
        slot<OfPage, unknown>((input) => input.filter[name as keyof SummaryFilter]),
      ]),
    )
    return sql`select ${sql.join(summaryRecord.names.map((name) => sql.ref(`s.${name}`)))}, u.username, u.display_name
      from video_summaries s left join users u on u.id = s.created_by
     where ${listed(abilitySlots(isAdmin), filterSlots)} and ${where} order by ${orderBy} limit ${slot<OfPage, number>((input) => input.page.limit + 1)}`
  },
)

const given = (filter: SummaryFilter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value))

export type SummaryPageRow = SummaryRow & { creatorUsername: string | null; creatorDisplayName: string | null }
const pageColumns = [...summaryRecord.names, 'creatorUsername', 'creatorDisplayName'] as const

/** Rows with the names of who made them: a page is read with its authors more often than without. */
export async function selectSummaryPage(
  on: Parameters<Prepared<unknown>['rows']>[0],
  input: OfPage,
): Promise<SummaryPageRow[]> {
  const rows = await pageStatements(input).rows(on, input)
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < pageColumns.length; i++) row[pageColumns[i]!] = values[i]
    return row as SummaryPageRow
  })
}

export async function countSummaries(db: Database, where: RawBuilder<SqlBool>): Promise<number> {
  const { count } = await db
    .selectFrom('videoSummaries as s')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(where)
    .executeTakeFirstOrThrow()
  return count
}

/** The persona, when content may be made for it. */
export function selectUsablePersona(db: Database, personaId: string, usable: RawBuilder<SqlBool>) {
  return db
    .selectFrom('personas as p')
    .select(['id', 'projectId', 'role', 'informationNeed', 'isSystemGenerated'])
    .where('id', '=', personaId)
    .where(usable)
    .executeTakeFirst()
}

/**
 * One summary a pair: inserts, or overwrites the given fields of the one that `writable` (over video_summaries) lets
 * through; undefined otherwise.
 */
export async function upsertSummary(
  db: Database,
  row: Insertable<VideoSummaries>,
  given: Updateable<VideoSummaries>,
  writable: RawBuilder<SqlBool>,
): Promise<string | undefined> {
  const saved = await db
    .insertInto('videoSummaries')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['videoId', 'personaId'])
        .doUpdateSet({ ...given, version: sql<number>`video_summaries.version + 1` })
        .where(writable),
    )
    .returning('id')
    .executeTakeFirst()
  return saved?.id
}

/** The id when the row was changed. */
export async function updateSummary(
  db: Database,
  where: RawBuilder<SqlBool>,
  changes: Updateable<VideoSummaries>,
): Promise<string | undefined> {
  const updated = await db
    .updateTable('videoSummaries as s')
    .set({ ...changes, version: sql<number>`s.version + 1` })
    .where(where)
    .returning('s.id')
    .executeTakeFirst()
  return updated?.id
}

export async function deleteSummary(db: Database, where: RawBuilder<SqlBool>): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('videoSummaries as s').where(where).executeTakeFirst()
  return numDeletedRows > 0n
}

/** RF-29: after a deletion the newest change is the deletion itself; null once no claim is left. */
export async function updateClaimsExtracted(db: Database, summaryId: string, at: Date): Promise<void> {
  await sql`update video_summaries s set
      claims_extracted_at = case when exists (select from claims c where c.summary_id = s.id) then ${at}::timestamptz end,
      claims_version = case when exists (select from claims c where c.summary_id = s.id) then s.claims_version end
    where s.id = ${summaryId}`.execute(db)
}
