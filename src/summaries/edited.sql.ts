import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../database/driver/client.js'
import type { Condition } from '../database/rows/conditions.js'
import { summaryRecord } from './summary.shape.js'

/** A field of a summary that both people and models write. */
export type WrittenField = keyof typeof summaryRecord.fields
/** The SHA-256 of the content of fields, by their names. */
export type Digests = Readonly<Record<string, string>>

const digestOf = (content: RawBuilder<unknown>) => sql`encode(sha256(convert_to(${content}, 'UTF8')), 'hex')`
const contentOf = (alias: string, field: WrittenField) =>
  sql`coalesce(${sql.ref(`${alias}.${summaryRecord.fields[field].column}`)}::text, '')`

/** The stored forms of a text, list or document without content. */
const empty = ['', '""', '[]', '{}'] as const
const emptyDigests = sql.join(empty.map((content) => digestOf(sql.lit(content))))

/**
 * Returns the fields that people or models have written as a table f(name, content): fields with content, and empty
 * fields that had content from a model.
 */
function writtenFields(alias: string, fields: readonly WrittenField[]): RawBuilder<unknown> {
  const rows = sql.join(fields.map((field) => sql`(${sql.lit(field)}, ${contentOf(alias, field)})`))
  return sql`(values ${rows}) f(name, content) where (btrim(f.content, E'" \t\n\r') not in ('', '[]', '{}')
    or coalesce(${sql.ref(`${alias}.model_digests`)} ->> f.name not in (${emptyDigests}), false))`
}

/** Returns a condition on the alias f: a person wrote the content of the field, and it may not be replaced. */
const byPerson = (alias: string, replaces: Digests) =>
  sql`${digestOf(sql`f.content`)} is distinct from ${sql.ref(`${alias}.model_digests`)} ->> f.name
    and ${digestOf(sql`f.content`)} is distinct from ${JSON.stringify(replaces)}::jsonb ->> f.name`

/**
 * Returns the condition that a person has not written or emptied any of the fields, except content that may be
 * replaced.
 */
export const writtenByModels = (alias: string, fields: readonly WrittenField[], replaces: Digests): Condition =>
  sql<SqlBool>`not exists (select from ${writtenFields(alias, fields)} and ${byPerson(alias, replaces)})`

/**
 * Returns the digests of the fields that a person has written or emptied and that may not be replaced; empty if the
 * summary does not exist. Locks the summary against changes until the transaction ends. `where` is a condition on the
 * alias s.
 */
export async function selectEdited(
  db: Database,
  where: Condition,
  fields: readonly WrittenField[],
  replaces: Digests,
): Promise<Digests> {
  const { rows } = await sql<{ name: string; digest: string }>`
    with s as materialized (select * from video_summaries s where ${where} for no key update)
    select f.name, f.digest from s cross join lateral
      (select f.name, ${digestOf(sql`f.content`)} as digest
         from ${writtenFields('s', fields)} and ${byPerson('s', replaces)}) f`.execute(db)
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

/** Records that a model has just written the fields of a summary. */
export async function updateModelDigests(db: Database, id: string, fields: readonly WrittenField[]): Promise<void> {
  const digests = sql.join(fields.map((field) => sql`${sql.lit(field)}, ${digestOf(contentOf('s', field))}`))
  await sql`update video_summaries s set model_digests = s.model_digests || jsonb_build_object(${digests})
    where s.id = ${id}`.execute(db)
}
