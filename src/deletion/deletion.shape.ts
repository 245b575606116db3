import { Type, type Static } from '@sinclair/typebox'
import { anyId, says, typed } from '../lib/described.js'
import { optional, uuid } from '../lib/schema.js'
import type { typePaths } from '../personas/type-kinds.js'
import { ontologyTypeKind } from '../personas/persona.shape.js'

const number = (sentence: string) => says(sentence, Type.Integer())

export const typeDeletion = typed(
  'TypeDeletion',
  'Counts of what is changed or deleted together with an ontology type, as far as the caller may change it. ' +
    'Content of archived projects stays as it is and is not counted.',
  Type.Object({
    glossReferences: number(
      'Number of references to the type in rich text; each is replaced by the name of the type as plain text.',
    ),
    annotations: number(
      'Number of annotations of the persona that are labelled with the type; they are deleted. Always 0 for relation ' +
        'types.',
    ),
    worldAssignments: number(
      "Number of assignments of the entity type to objects in the caller's worlds; they are removed. 0 for other kinds.",
    ),
    worldInterpretations: number(
      "Number of assignments and interpretations by which events in the caller's worlds have the event type; they are " +
        'removed. 0 for other kinds.',
    ),
    eventRoleReferences: number(
      'Number of entries in the role lists of event types that name the role type; they are removed. 0 for other ' +
        'kinds.',
    ),
    relationInstances: number(
      "Number of relations of the relation type, in the ontology and in the caller's worlds; they are deleted. 0 for " +
        'other kinds.',
    ),
  }),
)
/**
 * The counts of what the deletion of a type affects besides the type itself, in previews and in answers of deletions.
 */
export type TypeDeletionCounts = Static<typeof typeDeletion>

/** The counts that REST answers for each kind of type (P-09, P-10). */
export const countsOfKind: Record<keyof typeof typePaths, (keyof TypeDeletionCounts)[]> = {
  entities: ['glossReferences', 'annotations', 'worldAssignments'],
  events: ['glossReferences', 'annotations', 'worldInterpretations'],
  roles: ['glossReferences', 'annotations', 'eventRoleReferences'],
  'relation-types': ['glossReferences', 'relationInstances'],
}

/** The names of counts in previews of REST, where these differ from the names in answers of deletions. */
export const namesInPreviews: Partial<Record<keyof TypeDeletionCounts, string>> = {
  annotations: 'annotationCount',
  worldAssignments: 'worldAssignmentCount',
  worldInterpretations: 'worldInterpretationCount',
  relationInstances: 'relationInstanceCount',
}

/** A type in the path of a request. */
export const typeParams = Type.Object({
  personaId: says('ID of the persona that defines the type.', uuid),
  typeId: says('ID of the type inside the ontology, unique among types of its kind.', Type.String()),
})
/** A type in the arguments of GraphQL. */
export const typeArguments = {
  personaId: typeParams.properties.personaId,
  kind: says('Kind of the type: entity, event, role or relation type.', ontologyTypeKind),
  key: anyId(typeParams.properties.typeId),
}
export const typeToDelete = Type.Object({
  ...typeArguments,
  ifVersion: optional(
    says('Refuse the deletion with PRECONDITION_FAILED unless the ontology is at this version.', Type.Integer()),
  ),
})
export type TypeToDelete = Static<typeof typeToDelete>

export const deletedType = Type.Object({
  name: says('Name of the deleted type.', Type.String()),
  cleanedUp: says('Counts of what was changed or deleted together with the type.', typeDeletion),
})
export type DeletedType = Static<typeof deletedType>

export const personaDeletion = typed(
  'PersonaDeletion',
  'Counts of what is deleted, or left dangling, together with a persona.',
  Type.Object({
    typeCount: number("Number of types in the persona's ontology; they are deleted."),
    annotationCount: number("Number of the owner's annotations made with the persona; they are deleted."),
    summaryCount: number('Number of summaries made with the persona, whoever wrote them; they are deleted.'),
    claimCount: number('Number of claims in these summaries, whoever wrote them; they are deleted.'),
    worldAssignmentCount: number(
      "Number of type assignments and interpretations in the caller's personal world that name the persona; they stay " +
        'and then refer to nothing.',
    ),
  }),
)
export type PersonaDeletionCounts = Static<typeof personaDeletion>

export const deletedCounts = says('Counts of what was deleted with it, or now dangles.', personaDeletion)
export const personaParams = Type.Object({ id: says('ID of the persona.', uuid) })
