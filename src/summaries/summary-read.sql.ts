import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { among } from '../access/measure.js'
import type { RuleForm, WithAbilities } from '../access/abilities.js'
import { abilitySlots } from '../access/ability-slots.js'
import type { ReviewState } from '../access/review.shape.js'
import { inReviewState } from '../access/review.sql.js'
import { visible } from '../access/rules.js'
import type { Database } from '../database/driver/client.js'
import { slot, statement, statementsBy, type StatementTarget } from '../database/driver/statement.js'
import { printedColumns } from '../database/rows/record-read.js'
import { partFormOf, partOfRows, type PartForm } from '../database/rows/row-part.js'
import type { Member } from '../database/rows/row-printer.js'
import type { RawRow } from '../database/driver/wire-client.js'
import type { Page } from '../lib/page.js'
import { summaryRecord } from './summary.shape.js'

/** Selects summaries: one by its id, those of a video, all or in a state of review, or that of a video and persona. */
export type SummaryTarget = { id: string } | { videoId: string; personaId?: string; reviewState?: ReviewState }

const { list, count, at, members } = printedColumns(summaryRecord, ['claimsVersion', 'version'])
/** The positions of the columns that are not printed as they are stored. */
export const place = {
  id: at('id'),
  summary: at('summary'),
  claimsVersion: at('claimsVersion'),
  version: at('version'),
  claimsExtractedAt: count,
}
/** How many columns lists have before the key of a row. */
export const columnsBeforeKey = count + 1

const derived: Member[] = ['claimsJson', 'claimsVersion', 'claimsExtractedAt'].map((key) => ({ key, hole: true }))
const comment = members.findIndex(({ key }) => key === 'comment')
/** The members that REST prints: those derived from the claims before the comment, the text as rich text at the end. */
export const summaryMembers: Member[] = [
  ...members.slice(0, comment),
  ...derived,
  ...members.slice(comment),
  { key: 'summaryGloss', hole: true },
]

/**
 * The time of the newest change of the claims, computed; a time that an import or a deletion stored is included
 * (RF-29).
 */
const claimsExtractedAt = sql`greatest(
  s.claims_extracted_at, (select max(c.updated_at) from claims c where c.summary_id = s.id))`

/** Reads the properties derived from the claims of each summary, without checking access. */
export async function selectClaimFacts(db: Database, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; claimsVersion: string | null; claimsExtractedAt: string | null }>`
    select s.id, ${claimsExtractedAt} as claims_extracted_at,
           coalesce(s.claims_version, case when exists (select from claims c where c.summary_id = s.id) then '1.0' end)
             as claims_version
      from video_summaries s
     where s.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

interface OfTarget extends WithAbilities {
  target: { id?: string; videoId?: string; personaId?: string; reviewState?: ReviewState }
  /** The actor has just written the summary, so access is not checked: they may no longer be allowed to read it. */
  written: boolean
  page: Page
}

const targetConditions = {
  id: sql<SqlBool>`s.id = ${slot<OfTarget>(({ target }) => target.id)}`,
  videoId: sql<SqlBool>`s.video_id = ${slot<OfTarget>(({ target }) => target.videoId)}`,
  personaId: sql<SqlBool>`s.persona_id = ${slot<OfTarget>(({ target }) => target.personaId)}`,
  reviewState: inReviewState(
    's',
    slot<OfTarget>(({ target }) => target.reviewState),
  ),
}
type TargetName = keyof typeof targetConditions

interface Shape {
  form: RuleForm
  names: TargetName[]
  written: boolean
  part: PartForm
}

export const summariesOf = statementsBy<OfTarget, Shape>(
  ({ form, names, written, part }) => `${form} ${written} ${part} ${names.join()}`,
  ({ form, names, written, part }) =>
    statement(() => {
      const { key, beyond, limit } = partOfRows<OfTarget>(part, 's', 'desc')
      const where: RawBuilder<SqlBool>[] = names.map((name) => targetConditions[name])
      const access = visible(abilitySlots(form), 'summary', 's')
      if (!written) where.push(names.includes('id') ? access : among(access))
      return sql`
        select ${list}, ${claimsExtractedAt}${key}
          from video_summaries s
         where ${sql.join(where, sql` and `)}${beyond}
         order by s.created_at desc, s.id desc${limit}`
    }),
)

/** Reads the summaries of a target that the actor may read, newest first. */
export function selectSummaryRows(on: StatementTarget, input: OfTarget): Promise<RawRow[]> {
  const names = (Object.keys(targetConditions) as TargetName[]).filter((name) => input.target[name] !== undefined)
  const { abilities, written, page } = input
  return summariesOf({ form: abilities.form, names, written, part: partFormOf(page) }).bytes(on, input)
}
