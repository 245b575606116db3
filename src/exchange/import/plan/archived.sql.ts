import { sql } from 'kysely'
import { inArchived } from '../../../access/rules.js'
import { archived } from '../../../lib/constraints.js'
import type { Fragment, Rule } from './rule.sql.js'

const fails = (message: string): Pick<Rule, 'verdict' | 'notes'> => ({
  verdict: { state: 'fail' },
  notes: [{ severity: 'error', type: 'execution', message }],
})

const closed = (table: string, alias: string, id: Fragment) =>
  sql`exists (select from ${sql.table(table)} ${sql.ref(alias)} where ${sql.ref(`${alias}.id`)} = ${id} and ${inArchived(alias)})`

const failedClaims = sql`select coalesce(x.new_id, x.id)::uuid from import_lines x where x.kind = 'claim' and x.state = 'fail'`

/**
 * The rules for lines that would change content of an archived project, which the database refuses (ST-04). They come
 * after all other rules, which decide as if the project were open.
 */
export const archivedProjects: readonly Rule[] = [
  {
    kinds: ['persona'],
    where: sql`l.act in ('replace', 'merge') and ${closed('personas', 'p', sql`l.uid`)}`,
    ...fails(archived),
  },
  {
    kinds: ['ontology'],
    refers: { t: ['persona', 'persona_id'] },
    where: sql`l.act in ('replace', 'merge') and ${closed('personas', 'p', sql`t.final_id`)}`,
    ...fails(archived),
  },
  {
    kinds: ['claim'],
    refers: { t: ['summary', 'summary_id'] },
    where: closed('video_summaries', 's', sql`t.final_id`),
    ...fails(archived),
  },
  {
    kinds: ['claim_relation'],
    refers: { s: ['claim', 'source_id'] },
    where: closed('claims', 'c', sql`s.final_id`),
    ...fails(archived),
  },
  {
    kinds: ['claim_relation'],
    refers: { s: ['claim', 'source_id'], t: ['claim', 'target_id'] },
    where: sql`s.final_id in (${failedClaims}) or t.final_id in (${failedClaims})`,
    ...fails('A claim that it relates is not imported'),
  },
  {
    kinds: ['annotation'],
    where: sql`l.act in ('replace', 'frames')
      and ${closed('annotations', 'a', sql`coalesce(l.existing_id::uuid, l.uid)`)}`,
    ...fails(archived),
  },
]
