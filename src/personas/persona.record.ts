import { Type } from '@sinclair/typebox'
import { boolean, document, integer, record, text, times, uuid, word } from '../database/record.js'
import { mostOfNote, nameText, noteText } from '../lib/schema.js'

const named = { required: true, shape: nameText } as const
/** Columns that a fork does not take over: it is neither hidden nor system-generated, and in no project. */
const ofThisOne = { copied: false } as const

/** A perspective from which videos are watched, with an ontology of its own. */
export const personaRecord = record('personas', 'p', {
  id: uuid({ writer: 'server', required: true, exchanged: true }),
  userId: uuid({ writer: 'server', required: true }),
  name: text(named),
  role: text(named),
  informationNeed: text({ required: true, shape: Type.String({ minLength: 1, maxLength: mostOfNote }) }),
  details: text({ nullable: true, shape: noteText }),
  isSystemGenerated: boolean(ofThisOne),
  hidden: boolean(ofThisOne),
  projectId: uuid({ ...ofThisOne, nullable: true, exchanged: false }),
  ...times,
  version: integer({ writer: 'server', printed: false }),
})

/** The ontology of a persona. Its types are rows of their own; `relations` is what older clients store. */
export const ontologyRecord = record('ontologies', 'o', {
  id: uuid({ writer: 'server', exchanged: true, required: true }),
  personaId: uuid({ writer: 'server', exchanged: true, required: true }),
  relations: document({ references: true, shape: Type.Array(Type.Unknown()) }),
  version: integer({ writer: 'server', printed: false }),
  ...times,
})

/** A type of an ontology as its client sent it; PostgreSQL derives id and name from the body. */
export const ontologyTypeRecord = record('ontologyTypes', 't', {
  personaId: uuid({ writer: 'server', required: true }),
  kind: word({ writer: 'server', required: true, copied: true }),
  typeId: text({ writer: 'server', derived: true }),
  name: text({ writer: 'server', derived: true }),
  position: integer({ writer: 'server', required: true, copied: true }),
  body: document({ required: true, references: true }),
})
