import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { boolean, document, objectOf, plain, text, timestamp } from '../database/rows/print.js'

const persona = objectOf({
  id: plain('p.id'),
  userId: plain('p.user_id'),
  name: text('p.name'),
  role: text('p.role'),
  informationNeed: text('p.information_need'),
  details: text('p.details'),
  isSystemGenerated: boolean('p.is_system_generated'),
  hidden: boolean('p.hidden'),
  projectId: plain('p.project_id'),
  forkedFrom: document('p.forked_from'),
  createdAt: timestamp('p.created_at'),
  updatedAt: timestamp('p.updated_at'),
})

/**
 * Reads all personas of a user as JSON text, hidden ones included, newest first (O-01); with `personaId` only that one.
 */
export async function selectOwnPersonaTexts(db: Database, userId: string, personaId: string | undefined) {
  const one = personaId === undefined ? sql`` : sql`and p.id = ${personaId}`
  const { rows } = await sql<{ id: string; text: string }>`
    select p.id, ${persona} as text from personas p where p.user_id = ${userId} ${one} order by p.created_at desc, p.id desc`.execute(
    db,
  )
  return rows
}
