import { Type, type Static } from '@sinclair/typebox'
import { integer, record, text, times, uuid, word } from '../../database/rows/record.js'
import { createSchema } from '../../database/rows/record-schema.js'
import { anyId, says, typed } from '../../lib/described.js'
import { enumeration, nameText, nullable, uuid as uuidShape } from '../../lib/schema.js'
import { ontologyTypeKind } from '../persona.shape.js'

const typeRelation = enumeration(
  'TypeRelation',
  'How two types of two personas relate. EXACT: both mean the same. BROADER: the first is more general than the ' +
    'second. NARROWER: the first is more special than the second. RELATED: neither, but they overlap. NONE: they have ' +
    'nothing to do with each other.',
  ['exact', 'broader', 'narrower', 'related', 'none'],
)
export type TypeRelation = Static<typeof typeRelation>

const fixed = { required: true, updated: false, copied: false } as const
const typeId = { ...fixed, shape: anyId(nameText) } as const

/** What a user stated about two types of two personas. */
export const correspondenceRecord = record('typeCorrespondences', 'k', {
  id: uuid('ID of the correspondence.', { writer: 'server', required: true, exchanged: true, shown: false }),
  firstPersonaId: uuid('ID of the persona of the first type.', fixed),
  firstTypeId: text('ID of the first type within the ontology of its persona.', typeId),
  secondPersonaId: uuid('ID of the persona of the second type.', {
    asInput: 'ID of the persona of the second type; must be another persona.',
    ...fixed,
  }),
  secondTypeId: text('ID of the second type within the ontology of its persona.', typeId),
  relation: word('How the first type relates to the second.', { required: true, shape: typeRelation }),
  createdBy: uuid('ID of the user who stated the relation; null when unknown.', {
    answeredAs: 'creatorId',
    nullable: true,
    writer: 'server',
  }),
  ...times,
  version: integer('Version number, raised by every change; send it as `ifVersion` to prevent lost updates.', {
    writer: 'server',
    printed: false,
  }),
})

export const saveCorrespondenceSchema = createSchema(correspondenceRecord)

const other = says('Only correspondences with types of the persona with this ID.', uuidShape)
export const correspondencesQuery = Type.Object({ otherPersonaId: Type.Optional(other) })

/** The most suggestions of one answer. */
export const mostSuggestions = 500

export const suggestionsQuery = Type.Object({
  otherPersonaId: says('ID of the persona with whose types those of the persona are compared.', uuidShape),
})

const suggestionReason = enumeration(
  'SuggestionReason',
  'Why a correspondence is suggested. KB_ID: both types have the same ID in a knowledge base. NAME: they have the same ' +
    'name. SYNONYM: a name or synonym of one is a synonym of the other. PARENT: the more general type of one ' +
    'corresponds to the other. MEANING: a model finds that names and definitions mean the same.',
  ['kb_id', 'name', 'synonym', 'parent', 'meaning'],
)
export type SuggestionReason = Static<typeof suggestionReason>

const suggestion = typed(
  'TypeCorrespondenceSuggestion',
  'Two types of two personas between which no correspondence is stored, and how they probably relate.',
  Type.Object({
    kind: says('Kind of both types.', ontologyTypeKind),
    firstTypeId: says('ID of the type of the persona within its ontology.', anyId(nameText)),
    firstName: says('Name of the type of the persona.', nameText),
    secondTypeId: says('ID of the type of the other persona within its ontology.', anyId(nameText)),
    secondName: says('Name of the type of the other persona.', nameText),
    relation: says('How the first type probably relates to the second.', typeRelation),
    score: says('How likely the suggestion is by its reason, 0 to 1; suggestions come in this order.', Type.Number()),
    reason: says('Why it is suggested.', suggestionReason),
  }),
)
export type Suggestion = Static<typeof suggestion>

export const suggestions = typed(
  'TypeCorrespondenceSuggestions',
  'Suggested correspondences between the types of two personas.',
  Type.Object({
    suggestions: says(`The suggestions, likeliest first; up to ${mostSuggestions}.`, Type.Array(suggestion)),
    left: says(`Number of further suggestions beyond the first ${mostSuggestions}.`, Type.Integer()),
    isMeaningCompared: says(
      'Whether a model has compared the meaning of types for which nothing else suggests a correspondence. False if no ' +
        'model can, and if there are no such types.',
      Type.Boolean(),
    ),
    note: says('What was not compared, and why; null if everything was.', nullable(Type.String())),
  }),
)
export type Suggestions = Static<typeof suggestions>
