import { Type, type TSchema } from '@sinclair/typebox'
import { named, success, type Answers, type RouteAnswers } from '../http/answers.js'
import { typeDefinition } from '../personas/persona.answers.js'

const counts = (...names: string[]): TSchema =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer()])))

/** The answers of the routes of one kind of type. Each kind has names of its own for what it counts (P-09, P-10). */
function ofKind(kind: string, cleanedUp: TSchema, preview: TSchema): Record<string, RouteAnswers> {
  const path = `/api/personas/:personaId/ontology/${kind}/:typeId`
  return {
    [`GET ${path}`]: { 200: typeDefinition },
    [`DELETE ${path}`]: { 200: Type.Object({ message: Type.String(), cleanedUp }) },
    [`GET ${path}/deletion-preview`]: { 200: preview },
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
  'DELETE /api/admin/users/:userId': { 200: success },
  'GET /api/admin/users/:userId/deletion-preview': { 200: userContent },
  'DELETE /api/personas/:id': { 200: Type.Object({ message: Type.String(), deleted: ofPersona }) },
  'GET /api/personas/:id/deletion-preview': { 200: ofPersona },
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
