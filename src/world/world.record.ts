import { document, integer, record, text, times, uuid, word } from '../database/record.js'

/** A user's knowledge of the real world, personal or inside a project. Its objects are rows of their own. */
export const worldRecord = record('worldStates', 'w', {
  id: uuid({ writer: 'server', required: true }),
  userId: uuid({ writer: 'server', required: true }),
  projectId: uuid({ nullable: true, writer: 'server' }),
  version: integer({ writer: 'server', printed: false }),
  ...times,
})

/**
 * An object in one of the seven arrays of a world, as its client sent it; PostgreSQL derives id and name from the body.
 */
export const worldObjectRecord = record('worldObjects', 'o', {
  worldId: uuid({ writer: 'server', required: true }),
  kind: word({ writer: 'server', required: true }),
  objectId: text({ writer: 'server', derived: true }),
  name: text({ nullable: true, writer: 'server', derived: true }),
  position: integer({ writer: 'server', required: true }),
  body: document({ required: true, references: true }),
})
