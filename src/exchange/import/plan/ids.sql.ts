import { sql } from 'kysely'
import type { Database } from '../../../database/driver/client.js'
import { systemPersonaId } from '../../../personas/system-persona.js'
import type { Planning, Step } from './planning.js'
import { renew, repeated, type Rule } from './rule.sql.js'

// Ontologies are identified by their persona.
const key = sql`case l.kind when 'ontology' then l.persona_id else l.id end`
const hasOwnId = sql`l.kind <> 'ontology' and not (l.kind = 'persona' and l.id = ${systemPersonaId})`

const repeatedId: Rule = {
  joins: repeated({}, [sql`l.kind`, key]),
  verdict: { state: 'skip' },
  notes: [{ severity: 'warning', type: 'duplicate', message: 'An earlier line of the file has the same id' }],
}

/**
 * Returns the rules for ids: a second line of a kind with the same id is skipped. With `regenerateIds` every remaining
 * line gets a new id (I-23).
 */
export const ids = ({ options }: Planning): Step[] => [
  repeatedId,
  ...(options.regenerateIds ? [(db: Database) => renew(db, { where: hasOwnId })] : []),
]
