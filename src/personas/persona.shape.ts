import { Type } from '@sinclair/typebox'
import { forkedColumn } from '../database/rows/forked-from.js'
import { boolean, document, integer, record, text, times, uuid, word } from '../database/rows/record.js'
import { createSchema, updateSchema, withProperties } from '../database/rows/record-schema.js'
import { says, typed } from '../lib/described.js'
import { enumeration, mostOfNote, nameText, noteText, uuid as uuidShape } from '../lib/schema.js'

const named = { required: true, shape: nameText } as const
/** Columns that a fork does not copy: it is neither hidden nor system-generated, and in no project. */
const ofThisOne = { copied: false } as const
const version = integer('Version number, raised by every change; send it as `ifVersion` to prevent lost updates.', {
  writer: 'server',
  printed: false,
})

/** A perspective from which videos are watched, with an ontology of its own. */
export const personaRecord = record('personas', 'p', {
  id: uuid('ID of the persona.', { writer: 'server', required: true, exchanged: true, shown: false }),
  userId: uuid('ID of the user who owns it.', { answeredAs: 'ownerId', writer: 'server', required: true }),
  name: text('Name to display.', { asInput: 'Name to display, not empty.', ...named }),
  role: text('Role of the analyst whose perspective it is.', {
    asInput: 'Role of the analyst whose perspective it is, not empty.',
    ...named,
  }),
  informationNeed: text('What the analyst wants to learn from the videos.', {
    asInput: 'What the analyst wants to learn from the videos, not empty.',
    required: true,
    shape: Type.String({ minLength: 1, maxLength: mostOfNote }),
  }),
  details: text('Further details in free text; null if there are none.', {
    asInput: 'Further details in free text; null or absent for none.',
    asChange: 'Further details in free text; null clears them.',
    nullable: true,
    shape: noteText,
  }),
  isSystemGenerated: boolean('Whether a system generated it rather than a person.', {
    asInput:
      'Whether a system generated it rather than a person; ignored unless an administrator sends it. False by default.',
    asChange: 'Whether a system generated it rather than a person; ignored unless an administrator sends it.',
    ...ofThisOne,
  }),
  hidden: boolean('Whether lists leave it out unless hidden personas are asked for.', {
    asInput: 'Whether lists leave it out unless hidden personas are asked for. False by default.',
    asChange: 'Whether lists leave it out unless hidden personas are asked for.',
    ...ofThisOne,
  }),
  projectId: uuid('ID of the project that it belongs to; null if it is in none.', {
    asInput: 'ID of the project to put it into; in no project if null or absent.',
    asChange: 'ID of the project to move it into; null takes it out of its project.',
    ...ofThisOne,
    nullable: true,
    exchanged: false,
  }),
  ...forkedColumn,
  ...times,
  version,
})

/** The ontology of a persona. Its types are separate rows; `relations` is stored by older clients. */
export const ontologyRecord = record('ontologies', 'o', {
  id: uuid('ID of the ontology.', { writer: 'server', exchanged: true, required: true, shown: false }),
  personaId: uuid('ID of the persona whose ontology it is.', { writer: 'server', exchanged: true, required: true }),
  relations: document('Relations between objects as older clients store them in the ontology, as they were sent.', {
    references: true,
    shown: false,
    shape: Type.Array(Type.Unknown()),
  }),
  ...forkedColumn,
  version,
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

export const ontologyTypeKind = enumeration(
  'OntologyTypeKind',
  'Kind of an ontology type: in which of the four arrays of an ontology it is.',
  ['entity', 'event', 'role', 'relation'],
)

export const createPersonaSchema = createSchema(personaRecord)
/** A persona in the GraphQL input that saves personas with their ontologies. */
export const savedPersona = typed(
  'SavedPersona',
  'A persona to create, or to overwrite if the viewer has one with this ID. An ' +
    'absent `details` clears it; absent flags of an existing persona stay.',
  withProperties(createSchema(personaRecord, { but: ['projectId'] }), {
    id: says('ID of the persona: a UUID, chosen by the client for a new persona.', uuidShape),
  }),
  'SavePersonaInput',
)
export const updatePersonaSchema = updateSchema(personaRecord)

/** A type needs an id and a name; all other members are stored and answered as they were sent (RF-06). */
export const typeDefinition = Type.Object(
  {
    id: says('ID of the type within its array of the ontology.', nameText),
    name: says('Name to display, not empty.', nameText),
  },
  { additionalProperties: true },
)
export const typeList = Type.Array(typeDefinition)
/** A single type, whose id may be omitted because the path contains it. */
export const savedTypeSchema = Type.Object(
  { id: Type.Optional(typeDefinition.properties.id), name: typeDefinition.properties.name },
  { additionalProperties: true },
)

/**
 * The arrays under the names of the routes, and under the stored names as aliases; the former take precedence (RF-04).
 */
export const ontologySchema = Type.Object({
  entities: Type.Optional(says('Entity types, in the order in which they are stored.', typeList)),
  roles: Type.Optional(says('Role types, in the order in which they are stored.', typeList)),
  events: Type.Optional(says('Event types, in the order in which they are stored.', typeList)),
  relationTypes: Type.Optional(says('Relation types, in the order in which they are stored.', typeList)),
  relations: Type.Optional(
    says('Relations between objects as older clients store them in the ontology.', Type.Array(Type.Unknown())),
  ),
  entityTypes: Type.Optional(says('The same as `entities`, under the name by which it is stored.', typeList)),
  roleTypes: Type.Optional(says('The same as `roles`, under the name by which it is stored.', typeList)),
  eventTypes: Type.Optional(says('The same as `events`, under the name by which it is stored.', typeList)),
})

export const savedTypeParams = Type.Object({
  personaId: says('ID of the persona.', uuidShape),
  typeId: typeDefinition.properties.id,
})
export const listPersonasQuery = Type.Object({
  includeHidden: Type.Optional(says('Whether to list hidden personas too; false by default.', Type.Boolean())),
  projectId: Type.Optional(says('Only personas of the project with this ID.', uuidShape)),
})
