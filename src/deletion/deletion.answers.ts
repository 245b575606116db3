import { Type, type TSchema } from '@sinclair/typebox'
import { named, success, type Answers, type RouteAnswers } from '../http/answers.js'
import { typeDefinition, typeNames } from '../personas/persona.acts.js'

const counts = (...names: string[]): TSchema =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer()])))

/** The answers of the routes of one kind of type. Each kind has names of its own for what it counts (P-09, P-10). */
function ofKind(path: keyof typeof typeNames, cleanedUp: TSchema, preview: TSchema): Record<string, RouteAnswers> {
  const route = `/api/personas/:personaId/ontology/${path}/:typeId`
  const { id, word } = typeNames[path]
  return {
    [`GET ${route}`]: { id: `get${id}`, says: `Returns ${word} of a persona.`, 200: typeDefinition },
    [`DELETE ${route}`]: {
      id: `delete${id}`,
      says: `Deletes ${word} of a persona and the references to it.`,
      200: Type.Object({ message: Type.String(), cleanedUp }),
    },
    [`GET ${route}/deletion-preview`]: {
      id: `preview${id}Deletion`,
      says: `Counts the references to ${word} before it is deleted.`,
      200: preview,
    },
  }
}

const ofContent = named('ContentCount', counts('inProjects', 'personal'))
const userContent = Type.Object({
  personas: ofContent,
  worldObjects: ofContent,
  summaries: ofContent,
  claims: ofContent,
  claimRelations: ofContent,
  annotations: ofContent,
  claimsOfOthers: Type.Integer(),
  projects: Type.Integer(),
  sessions: Type.Integer(),
  apiKeys: Type.Integer(),
})

const ofPersona = counts('typeCount', 'annotationCount', 'summaryCount', 'claimCount', 'worldAssignmentCount')

export const deletionAnswers: Answers = {
  'DELETE /api/admin/users/:userId': {
    id: 'deleteUser',
    says: 'Deletes an account, and keeps, hands over or deletes its work in projects.',
    200: success,
  },
  'GET /api/admin/users/:userId/deletion-preview': {
    id: 'previewUserDeletion',
    says: 'Counts what belongs to an account before it is deleted.',
    200: userContent,
  },
  'DELETE /api/personas/:id': {
    id: 'deletePersona',
    says: 'Deletes a persona with its ontology, summaries and claims, and says how many.',
    200: Type.Object({ message: Type.String(), deleted: ofPersona }),
  },
  'GET /api/personas/:id/deletion-preview': {
    id: 'previewPersonaDeletion',
    says: 'Counts what would go with a persona.',
    200: ofPersona,
  },
  ...ofKind(
    'entities',
    counts('glossReferences', 'annotations', 'worldAssignments'),
    counts('glossReferences', 'annotationCount', 'worldAssignmentCount'),
  ),
  ...ofKind(
    'events',
    counts('glossReferences', 'annotations', 'worldInterpretations'),
    counts('glossReferences', 'annotationCount', 'worldInterpretationCount'),
  ),
  ...ofKind(
    'roles',
    counts('glossReferences', 'annotations', 'eventRoleReferences'),
    counts('glossReferences', 'annotationCount', 'eventRoleReferences'),
  ),
  ...ofKind(
    'relation-types',
    counts('glossReferences', 'relationInstances'),
    counts('glossReferences', 'relationInstanceCount'),
  ),
}
