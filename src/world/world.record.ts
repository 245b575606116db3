import { document, integer, record, text, times, uuid, word } from '../database/record.js'

/** The things of the real world that a user knows, personal or inside a project; the things are rows of their own. */
export const worldRecord = record('worldStates', 'w', {
  id: uuid({ writer: 'server', required: true }),
  userId: uuid({ writer: 'server', required: true }),
  projectId: uuid({ nullable: true, writer: 'server' }),
  version: integer({ writer: 'server', printed: false }),
  ...times,
})

/** An item of one of the seven arrays as it was sent; id and name are read from it. */
export const worldObjectRecord = record('worldObjects', 'o', {
  worldId: uuid({ writer: 'server', required: true }),
  kind: word({ writer: 'server', required: true }),
  objectId: text({ writer: 'server', derived: true }),
  name: text({ nullable: true, writer: 'server', derived: true }),
  position: integer({ writer: 'server', required: true }),
  body: document({ required: true, references: true }),
})
