import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { contains } from '../database/rows/contains.js'
import { keyset, newestKey } from '../database/rows/keyset.js'
import type { Personas } from '../database/schema.js'
import type { Page } from '../lib/page.js'
import { personaRecord } from './persona.shape.js'

export type PersonaRow = NonNullable<Awaited<ReturnType<typeof selectPersona>>>

/** Reads a persona. `access` is a condition on the alias p (personas). */
export function selectPersona(db: Database, id: string, access: RawBuilder<SqlBool>) {
  return db
    .selectFrom('personas as p')
    .select(personaRecord.names)
    .where('id', '=', id)
    .where(access)
    .executeTakeFirst()
}

export function selectPersonasByIds(db: Database, ids: readonly string[], access: RawBuilder<SqlBool>) {
  return db.selectFrom('personas as p').select(personaRecord.names).where('id', 'in', ids).where(access).execute()
}

export interface PersonaFilter {
  includeHidden?: boolean
  projectId?: string
  search?: string
}

/** Returns a condition on the alias p (personas): the persona matches `access` and passes the filter. */
export function listedPersonas(access: RawBuilder<SqlBool>, filter: PersonaFilter): RawBuilder<SqlBool> {
  const { includeHidden, projectId, search } = filter
  return sql<SqlBool>`${access} and ${includeHidden ? sql`true` : sql`not p.hidden`}
    and ${projectId ? sql`p.project_id = ${projectId}` : sql`true`} and ${contains(search, ['p.name', 'p.role'])}`
}

function filtered(db: Database, access: RawBuilder<SqlBool>, filter: PersonaFilter) {
  return db.selectFrom('personas as p').where(listedPersonas(access, filter))
}

/** Reads personas, newest first (P-01). `access` is a condition on the alias p (personas). */
export function selectPersonas(db: Database, access: RawBuilder<SqlBool>, filter: PersonaFilter, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('p'), 'desc')
  return filtered(db, access, filter).select(personaRecord.names).where(where).orderBy(orderBy).limit(limit).execute()
}

export async function countPersonas(db: Database, access: RawBuilder<SqlBool>, filter: PersonaFilter): Promise<number> {
  const { count } = await filtered(db, access, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Takes an advisory lock until the transaction ends, so that only one transaction at a time, over all processes,
 * creates a persona of this name for a user.
 */
export async function lockPersonaName(db: Database, userId: string, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`persona ${userId} ${name}`}, 0))`.execute(db)
}

/**
 * Reads the oldest persona of the name outside projects that is not system-generated and matches `access`, a condition
 * on the alias p.
 */
export function selectPersonaNamed(db: Database, access: RawBuilder<SqlBool>, name: string) {
  return db
    .selectFrom('personas as p')
    .select('p.id')
    .where(access)
    .where('p.name', '=', name)
    .where('p.projectId', 'is', null)
    .where('p.isSystemGenerated', '=', false)
    .orderBy('p.createdAt')
    .orderBy('p.id')
    .executeTakeFirst()
}

export function insertPersona(db: Database, row: Insertable<Personas>) {
  return db.insertInto('personas').values(row).returning(personaRecord.names).executeTakeFirstOrThrow()
}

/** Changes a persona and returns it; undefined when it is gone, not permitted, or no longer at `ifVersion`. */
export function updatePersona(
  db: Database,
  id: string,
  changes: Updateable<Personas>,
  access: RawBuilder<SqlBool>,
  ifVersion: number | undefined,
) {
  let query = db
    .updateTable('personas as p')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .where(access)
  if (ifVersion !== undefined) query = query.where('version', '=', ifVersion)
  return query.returning(personaRecord.names).executeTakeFirst()
}

/** Deletes a persona; returns false when it is no longer at `ifVersion`. */
export async function deletePersona(db: Database, id: string, ifVersion: number | undefined): Promise<boolean> {
  let query = db.deleteFrom('personas').where('id', '=', id)
  if (ifVersion !== undefined) query = query.where('version', '=', ifVersion)
  return (await query.executeTakeFirst()).numDeletedRows > 0n || ifVersion === undefined
}
