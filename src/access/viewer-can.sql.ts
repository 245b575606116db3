import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'
import type { RuleValues } from './abilities.js'
import { kinds as contentKinds } from './kinds.js'
import { either, inArchived, waysTo } from './rules.js'
import { reviewedTypes, type ContentType } from './vocabulary.js'

export interface ContentKey {
  kind: ContentType
  id: string
}

interface Verdict extends ContentKey {
  update: boolean
  delete: boolean
  share: boolean
  review: boolean
}

/** Returns what the user may do with rows of any kinds, in one statement; rows that do not exist have no entry. */
export async function selectVerdicts(
  db: Database,
  abilities: RuleValues,
  keys: readonly ContentKey[],
): Promise<Verdict[]> {
  const kinds = [...new Set(keys.map(({ kind }) => kind))]
  const may = (action: 'update' | 'delete' | 'share' | 'review', kind: ContentType) =>
    either(waysTo(abilities, action, kind, 'r'))
  const changeable = (action: 'update' | 'delete' | 'review', kind: ContentType) =>
    sql`(${may(action, kind)} and not ${inArchived('r')})`
  const parts = kinds.map((kind) => {
    const ids = keys.filter((one) => one.kind === kind).map(({ id }) => id)
    return sql<Verdict>`select ${sql.lit(kind)} as kind, r.id, ${changeable('update', kind)} as update,
      ${changeable('delete', kind)} as delete, ${may('share', kind)} as share,
      ${reviewedTypes.includes(kind) ? changeable('review', kind) : sql`false`} as review
      from ${sql.table(contentKinds[kind].table)} r where r.id = any(${ids}::uuid[])`
  })
  return (await sql<Verdict>`${sql.join(parts, sql` union all `)}`.execute(db)).rows
}
