import { readFileSync } from 'node:fs'
import { buildSchema, getNamedType, isInputObjectType, type GraphQLInputType } from 'graphql'
import { frames, types, unique } from '../support/workspace.js'

export type Ids = Record<string, string>
/** The fixture that an act uses up or changes when it succeeds, so that it has to be made anew before the next act. */
export type Piece =
  | 'content'
  | 'correspondence'
  | 'agreement'
  | 'decision'
  | 'project'
  | 'group'
  | 'rule'
  | 'permission'
  | 'key'
  | 'user'
  | 'job'
  | 'session'
  | 'token'

/** One act as a REST request and as a GraphQL operation; both are built with the same ids. */
export interface Act {
  name: string
  rest: (ids: Ids) => { method: string; path: string; body?: unknown }
  graph: (ids: Ids) => { query: string; variables: Record<string, unknown> }
  spoils?: Piece
}

type Body = (ids: Ids) => Record<string, unknown>

const fill = (path: string, ids: Ids) => path.replace(/:(\w+)/g, (_all, name: string) => ids[name] ?? name)
const split = (route: string): [string, string] => [
  route.slice(0, route.indexOf(' ')),
  route.slice(route.indexOf(' ') + 1),
]

/** An act that is a mutation with an input object; `extra` gives the members that REST has in its path. */
function mutation(field: string, selection: string, route: string, body: Body, extra: Body, spoils?: Piece): Act {
  const [method, path] = split(route)
  return {
    name: field,
    rest: (ids) => ({ method, path: fill(path, ids), ...(method !== 'DELETE' && { body: body(ids) }) }),
    graph: (ids) => ({
      query: `mutation ($input: ${inputType(field)}) { ${field}(input: $input) ${selection} }`,
      variables: { input: { ...chosen(field, enums(body(ids))), ...extra(ids) } },
    }),
    ...(spoils && { spoils }),
  }
}

const mutations = buildSchema(readFileSync('schema.graphql', 'utf8')).getMutationType()!.getFields()
const inputType = (field: string) => String(mutations[field]?.args[0]?.type)

/** The members of inputs that hold one of several members of the body of REST, by their names there. */
const choices: Record<string, Record<string, string>> = {
  user: { userId: 'userId' },
  receiver: { sharedWithUserId: 'userId' },
  owner: { ownerGroupId: 'groupId' },
}

/** The names in GraphQL of the arrays of an ontology. */
const typeArrays: Record<string, string> = { entities: 'entityTypes', events: 'eventTypes', roles: 'roleTypes' }

/** Returns a document of REST in the form of GraphQL: `key` for the id within it, and rich text for a string. */
function documentIn(type: GraphQLInputType | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => documentIn(type, item))
  const of = getNamedType(type)
  if (!isInputObjectType(of)) return value
  if (typeof value === 'string') return [{ type: 'TEXT', content: value }]
  const { id, ...members } = value as Record<string, unknown>
  return id !== undefined && 'key' in of.getFields() ? { key: id, ...members } : value
}

function chosen(field: string, body: Record<string, unknown>): Record<string, unknown> {
  const input = getNamedType(mutations[field]?.args[0]?.type)
  const members = isInputObjectType(input) ? input.getFields() : {}
  const place = (name: string, value: unknown) => {
    const found = Object.entries(choices).find(([choice, of]) => choice in members && name in of)
    if (found) return [found[0], { [found[1][name]!]: value }]
    const own = typeArrays[name] && typeArrays[name] in members ? typeArrays[name] : name
    return [own, documentIn(members[own]?.type, value)]
  }
  return Object.fromEntries(Object.entries(body).map(([name, value]) => place(name, value)))
}

/** Turns a REST body into a GraphQL input: words that are enum values there are written in capitals. */
function enums(body: Record<string, unknown>): Record<string, unknown> {
  const upper = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value)
  const permission = 'action' in body
  const changed = Object.entries(body).map(([key, value]) => {
    const isEnum =
      ['permissionLevel', 'systemRole', 'targetType'].includes(key) || (!permission && key === 'resourceType')
    if (key === 'role' && !permission && !('informationNeed' in body)) return [key, upper(value)]
    if (key === 'scopes') return [key, (value as string[]).map(upper)]
    if (key === 'conditions')
      return [key, (value as { operator: string }[]).map((one) => ({ ...one, operator: upper(one.operator) }))]
    if (key === 'relation' || (key === 'kind' && value === 'missing')) return [key, upper(value)]
    return [key, isEnum ? upper(value) : value]
  })
  return Object.fromEntries(changed)
}

/** An act that is a GraphQL field with arguments of type ID!, or with conditions: `filter.videoId`. */
function byIds(
  kind: 'query' | 'mutation',
  field: string,
  args: Record<string, string>,
  selection: string,
  route: string,
  spoils?: Piece,
): Act {
  const [method, path] = split(route)
  const names = Object.keys(args)
  const head = names.length ? `(${names.map((name) => `$${bare(name)}: ID!`).join(', ')})` : ''
  const given = names.map((name) => (name.startsWith('filter.') ? `filter: { ${sent(name)} }` : sent(name))).join(', ')
  const call = names.length ? `(${kind === 'mutation' ? `input: { ${given} }` : given})` : ''
  return {
    name: `${field}${path.includes('admin') ? ' (administrators)' : ''}`,
    rest: (ids) => ({ method, path: fill(path, ids) }),
    graph: (ids) => ({
      query: `${kind} ${head} { ${field}${call} ${selection} }`,
      variables: Object.fromEntries(names.map((name) => [bare(name), ids[args[name] ?? '']])),
    }),
    ...(spoils && { spoils }),
  }
}

const bare = (name: string) => name.replace('filter.', '')
const sent = (name: string) => `${bare(name)}: $${bare(name)}`

const none: Body = () => ({})
const conditions = [{ field: 'filename', operator: 'contains', value: 'ferry' }]

const persona = 'name role informationNeed details hidden isSystemGenerated'
const annotation = 'type label source confidence'
const summary = 'id videoId personaId comment confidence'
const claim = 'id text confidence comment'
const relation = 'relationTypeId notes confidence'
const user = 'username displayName isAdmin systemRole'

export const reads: Act[] = [
  byIds('query', 'persona', { id: 'personaId' }, `{ id ${persona} }`, 'GET /api/personas/:personaId'),
  byIds('query', 'personas', {}, `{ nodes { id ${persona} } }`, 'GET /api/personas'),
  byIds(
    'query',
    'personaDeletionPreview',
    { id: 'personaId' },
    '{ typeCount annotationCount summaryCount claimCount worldAssignmentCount }',
    'GET /api/personas/:personaId/deletion-preview',
  ),
  byIds(
    'query',
    'annotations',
    { 'filter.videoId': 'videoId' },
    `{ nodes { id ${annotation} frames { boxes { x } } } }`,
    'GET /api/annotations/:videoId',
  ),
  byIds('query', 'claim', { id: 'claimId' }, `{ ${claim} subclaims { ${claim} } }`, 'GET /api/claims/:claimId'),
  byIds(
    'query',
    'claims',
    { 'filter.summaryId': 'summaryId' },
    `{ nodes { ${claim} } }`,
    'GET /api/summaries/:summaryId/claims',
  ),
  byIds('query', 'summary', { id: 'summaryId' }, `{ ${summary} }`, 'GET /api/videos/:videoId/summaries/:personaId'),
  byIds('query', 'video', { id: 'videoId' }, '{ id filename size }', 'GET /api/videos/:videoId'),
  byIds('query', 'videos', {}, '{ nodes { id filename } }', 'GET /api/videos'),
  byIds('query', 'world', {}, '{ entities { key } events { key } }', 'GET /api/world'),
  byIds('query', 'world', { projectId: 'projectId' }, '{ id }', 'GET /api/projects/:projectId/world'),
  byIds('query', 'group', { id: 'groupId' }, '{ id name slug members { id role } }', 'GET /api/groups/:groupId'),
  byIds('query', 'groups', {}, '{ nodes { id name memberCount userRole } }', 'GET /api/groups'),
  byIds(
    'query',
    'project',
    { id: 'projectId' },
    '{ id name videoAssignmentCount members { id role } }',
    'GET /api/projects/:projectId',
  ),
  byIds('query', 'projects', {}, '{ nodes { id name myRole } }', 'GET /api/projects'),
  byIds(
    'query',
    'videoAssignments',
    { projectId: 'projectId' },
    '{ nodes { id videoId source } }',
    'GET /api/projects/:projectId/videos',
  ),
  byIds('query', 'sessions', {}, '{ nodes { id isCurrent } }', 'GET /api/sessions'),
  byIds('query', 'allSessions', {}, '{ nodes { id } }', 'GET /api/admin/sessions'),
  byIds('query', 'tokens', {}, '{ nodes { id name tail lastUsedAt } }', 'GET /api/tokens'),
  byIds('query', 'allTokens', {}, '{ nodes { id name tail } }', 'GET /api/admin/tokens'),
  byIds('query', 'apiKeys', {}, '{ nodes { id keyName keyMask } }', 'GET /api/api-keys'),
  byIds('query', 'sharedApiKeys', {}, '{ nodes { id keyName } }', 'GET /api/admin/api-keys'),
  byIds('query', 'sharesReceived', {}, '{ nodes { id resourceId } }', 'GET /api/sharing/received'),
  byIds('query', 'sharesSent', {}, '{ nodes { id resourceId } }', 'GET /api/sharing/sent'),
  byIds('query', 'accounts', {}, `{ nodes { id: userId ${user} email } }`, 'GET /api/admin/users'),
  byIds('query', 'account', { id: 'userId' }, `{ id: userId ${user} }`, 'GET /api/admin/users/:userId'),
  byIds(
    'query',
    'userDeletionPreview',
    { id: 'userId' },
    '{ annotations { inProjects personal } claims { inProjects personal } claimsOfOthers projects apiKeys }',
    'GET /api/admin/users/:userId/deletion-preview',
  ),
  byIds('query', 'allGroups', {}, '{ nodes { id name slug } }', 'GET /api/admin/groups'),
  byIds('query', 'permissions', {}, '{ id scope role resourceType action ownOnly }', 'GET /api/admin/permissions'),
  byIds(
    'query',
    'videoAssignmentRules',
    {},
    '{ nodes { id name isActive } }',
    'GET /api/admin/video-assignments/rules',
  ),
  byIds('query', 'job', { id: 'jobId' }, '{ progress createdAt }', 'GET /api/jobs/:jobId'),
]

export const writes: Act[] = [
  mutation(
    'measureAgreement',
    '{ projectAgreement { projectId error arguments { personaIds minIou step seed } } }',
    'POST /api/projects/:projectId/agreement',
    ({ personaId, otherPersonaId }) => ({ personaIds: [personaId, otherPersonaId], minIou: 0.3 }),
    ({ projectId }) => ({ projectId }),
  ),
  mutation(
    'deleteAgreement',
    '{ deletedIds }',
    'DELETE /api/agreements/:agreementId',
    none,
    ({ agreementId }) => ({ id: agreementId }),
    'agreement',
  ),
  mutation(
    'createPersona',
    `{ persona { ${persona} } }`,
    'POST /api/personas',
    ({ projectId }) => ({ name: 'Scout', role: 'Scout', informationNeed: 'Who?', isSystemGenerated: true, projectId }),
    none,
  ),
  mutation(
    'updatePersona',
    `{ persona { id ${persona} } }`,
    'PUT /api/personas/:personaId',
    () => ({ name: 'Renamed', details: null }),
    (ids) => ({ id: ids['personaId'] }),
  ),
  mutation(
    'updateOntology',
    '{ ontology { id } }',
    'PUT /api/personas/:personaId/ontology',
    () => types,
    (ids) => ({ personaId: ids['personaId'] }),
  ),
  {
    name: 'reviewItems',
    rest: ({ annotationId, claimId, summaryId }) => ({
      method: 'POST',
      path: '/api/reviews',
      body: { ids: [annotationId, claimId, summaryId], state: 'rejected', note: 'Why?' },
    }),
    graph: ({ annotationId, claimId, summaryId }) => ({
      query:
        'mutation ($ids: [ID!]!) { reviewItems(input: { ids: $ids, state: REJECTED, note: "Why?" }) { items { __typename } } }',
      variables: { ids: [annotationId, claimId, summaryId] },
    }),
  },
  {
    name: 'saveOntologyType',
    rest: ({ personaId }) => ({
      method: 'PUT',
      path: `/api/personas/${personaId}/ontology/entities/ship`,
      body: { name: 'Vessel' },
    }),
    graph: ({ personaId }) => ({
      query: 'mutation ($input: SaveOntologyTypeInput!) { saveOntologyType(input: $input) { type { key name } } }',
      variables: { input: { personaId, kind: 'ENTITY', type: { key: 'ship', name: 'Vessel' } } },
    }),
  },
  mutation(
    'deleteOntologyType',
    '{ cleanedUp { glossReferences annotations worldAssignments } }',
    'DELETE /api/personas/:personaId/ontology/entities/ship',
    none,
    (ids) => ({ personaId: ids['personaId'], kind: 'ENTITY', key: 'ship' }),
    'content',
  ),
  mutation(
    'deletePersona',
    '{ deletedIds }',
    'DELETE /api/personas/:personaId',
    none,
    (ids) => ({ id: ids['personaId'] }),
    'content',
  ),
  mutation(
    'createAnnotation',
    `{ annotation { ${annotation} frames { boxes { x } } } }`,
    'POST /api/annotations',
    ({ videoId, personaId }) => ({ videoId, personaId, type: 'type', label: 'ship', frames, confidence: 0.5 }),
    none,
  ),
  mutation(
    'updateAnnotation',
    `{ annotation { id ${annotation} } }`,
    'PUT /api/annotations/:annotationId',
    () => ({ label: 'boat' }),
    (ids) => ({ id: ids['annotationId'] }),
  ),
  mutation(
    'saveAnnotations',
    '{ annotations { label } }',
    'POST /api/annotations/bulk',
    ({ videoId, personaId }) => ({ annotations: [{ videoId, personaId, type: 'type', label: 'ship', frames }] }),
    none,
  ),
  mutation(
    'patchSequence',
    '{ annotation { id keyframeCount boxCount interpolatedFrameCount firstFrame lastFrame } }',
    'PATCH /api/annotations/:annotationId/sequence',
    () => ({ upsert: [{ frameNumber: 3, x: 1, y: 1, width: 2, height: 2 }] }),
    (ids) => ({ id: ids['annotationId'] }),
  ),
  mutation(
    'deleteAnnotation',
    '{ deletedIds }',
    'DELETE /api/annotations/:videoId/:annotationId',
    none,
    (ids) => ({ id: ids['annotationId'], videoId: ids['videoId'] }),
    'content',
  ),
  mutation(
    'saveSummary',
    '{ summary { videoId personaId comment } }',
    'POST /api/summaries',
    ({ videoId, personaId }) => ({ videoId, personaId, summary: 'Written anew.', comment: 'c' }),
    none,
  ),
  mutation(
    'updateSummary',
    `{ summary { ${summary} } }`,
    'PUT /api/videos/:videoId/summaries/:summaryId',
    () => ({ comment: 'changed' }),
    (ids) => ({ id: ids['summaryId'] }),
  ),
  byIds(
    'mutation',
    'deleteSummary',
    { id: 'summaryId' },
    '{ deletedIds }',
    'DELETE /api/videos/:videoId/summaries/:personaId',
    'content',
  ),
  mutation(
    'requestSummary',
    '{ job { progress } }',
    'POST /api/videos/summaries/generate',
    ({ videoId, personaId }) => ({ videoId, personaId, onEdited: 'replace' }),
    none,
  ),
  mutation(
    'createClaim',
    '{ claim { text confidence comment } }',
    'POST /api/summaries/:summaryId/claims',
    () => ({ text: 'New', confidence: 0.25 }),
    (ids) => ({ summaryId: ids['summaryId'] }),
  ),
  mutation(
    'createClaims',
    '{ claims { id } }',
    'POST /api/summaries/:summaryId/claims/bulk',
    () => ({ claims: [{ text: 'New', confidence: 0.25 }] }),
    (ids) => ({ summaryId: ids['summaryId'] }),
  ),
  mutation(
    'createClaimForVideo',
    '{ claim { id } }',
    'POST /api/videos/:videoId/personas/:personaId/claims',
    () => ({ text: 'New' }),
    ({ videoId, personaId }) => ({ videoId, personaId }),
  ),
  mutation(
    'updateClaim',
    `{ claim { ${claim} } }`,
    'PUT /api/claims/:claimId',
    () => ({ comment: 'changed' }),
    (ids) => ({ id: ids['claimId'] }),
  ),
  byIds('mutation', 'deleteClaim', { id: 'claimId' }, '{ deletedIds }', 'DELETE /api/claims/:claimId', 'content'),
  byIds(
    'mutation',
    'deleteClaims',
    { summaryId: 'summaryId' },
    '{ deletedIds }',
    'DELETE /api/summaries/:summaryId/claims',
    'content',
  ),
  mutation(
    'createClaimRelation',
    `{ claimRelation { ${relation} } }`,
    'POST /api/claims/:otherClaimId/relations',
    ({ claimId }) => ({ targetClaimId: claimId, relationTypeId: 'refines' }),
    (ids) => ({ sourceClaimId: ids['otherClaimId'] }),
    'content',
  ),
  byIds(
    'mutation',
    'deleteClaimRelation',
    { id: 'relationId' },
    '{ deletedIds }',
    'DELETE /api/claims/relations/:relationId',
    'content',
  ),
  mutation(
    'saveTypeCorrespondence',
    '{ typeCorrespondence { firstTypeId secondTypeId } }',
    'POST /api/type-correspondences',
    ({ personaId, otherPersonaId }) => ({
      ...{ firstPersonaId: personaId, firstTypeId: 'pilot', secondPersonaId: otherPersonaId, secondTypeId: 'vessel' },
      relation: 'related',
    }),
    none,
    'correspondence',
  ),
  byIds(
    'mutation',
    'deleteTypeCorrespondence',
    { id: 'correspondenceId' },
    '{ deletedIds }',
    'DELETE /api/type-correspondences/:correspondenceId',
    'correspondence',
  ),
  mutation(
    'settleDisagreement',
    '{ decision { kind note personaId } }',
    'POST /api/videos/:videoId/agreement/decisions',
    ({ annotationId = '', personaId }) => ({
      ...{ kind: 'missing', things: [{ id: annotationId, version: 1 }], personaId, note: 'It stays.' },
    }),
    ({ videoId }) => ({ videoId }),
    'decision',
  ),
  byIds(
    'mutation',
    'deleteAgreementDecision',
    { id: 'decisionId' },
    '{ deletedIds }',
    'DELETE /api/agreement-decisions/:decisionId',
    'decision',
  ),
  mutation('extractClaims', '{ job { progress } }', 'POST /api/summaries/:summaryId/claims/extract', none, (ids) => ({
    summaryId: ids['summaryId'],
  })),
  mutation('generateClaims', '{ job { progress } }', 'POST /api/summaries/:summaryId/claims/generate', none, (ids) => ({
    summaryId: ids['summaryId'],
  })),
  mutation(
    'synthesizeSummary',
    '{ job { progress } }',
    'POST /api/summaries/:summaryId/synthesize',
    () => ({ onEdited: 'replace' }),
    (ids) => ({ summaryId: ids['summaryId'] }),
  ),
  byIds('mutation', 'cancelJob', { id: 'jobId' }, '{ job { progress error } }', 'POST /api/jobs/:jobId/cancel', 'job'),
  byIds('mutation', 'retryJob', { id: 'jobId' }, '{ job { progress error } }', 'POST /api/jobs/:jobId/retry'),
  mutation(
    'updateWorld',
    '{ world { entities { key } } }',
    'PUT /api/world',
    () => ({ entities: [{ id: 'ferry', name: 'Ferry' }] }),
    none,
  ),
  {
    name: 'saveWorldObject',
    rest: () => ({ method: 'PUT', path: '/api/world/entities/ferry', body: { name: 'Ferry' } }),
    graph: () => ({
      query: 'mutation ($input: SaveWorldObjectInput!) { saveWorldObject(input: $input) { object { key name } } }',
      variables: { input: { object: { entity: { key: 'ferry', name: 'Ferry' } } } },
    }),
  },
  {
    name: 'saveWorldObject in a project',
    rest: ({ projectId }) => ({
      method: 'PUT',
      path: `/api/projects/${projectId}/world/entities/ferry`,
      body: { name: 'Ferry' },
    }),
    graph: ({ projectId }) => ({
      query: 'mutation ($input: SaveWorldObjectInput!) { saveWorldObject(input: $input) { object { key name } } }',
      variables: { input: { projectId, object: { entity: { key: 'ferry', name: 'Ferry' } } } },
    }),
  },
  mutation(
    'moveWorldObjects',
    '{ world { entities { key } } }',
    'POST /api/world/move',
    (ids) => ({ ids: ['no-object'], toProjectId: ids['projectId'] }),
    none,
  ),
  mutation(
    'shareResource',
    '{ share { resourceId } }',
    'POST /api/sharing',
    ({ personaId, userId }) => ({
      resourceType: 'persona',
      resourceId: personaId,
      sharedWithUserId: userId,
      permissionLevel: 'forkable',
    }),
    none,
  ),
  mutation('forkShare', '{ resourceType }', 'POST /api/sharing/:shareId/fork', none, (ids) => ({
    shareId: ids['shareId'],
  })),
  byIds('mutation', 'revokeShare', { id: 'shareId' }, '{ deletedIds }', 'DELETE /api/sharing/:shareId', 'content'),
  mutation(
    'createGroup',
    '{ group { name description } }',
    'POST /api/groups',
    () => ({ name: 'New', slug: unique('new'), description: 'd' }),
    none,
  ),
  mutation(
    'updateGroup',
    '{ group { id name } }',
    'PUT /api/groups/:groupId',
    () => ({ name: 'Renamed' }),
    (ids) => ({ id: ids['groupId'] }),
  ),
  mutation(
    'addGroupMember',
    '{ groupMember { email } }',
    'POST /api/groups/:groupId/members',
    ({ newUserId }) => ({ userId: newUserId, role: 'group_member' }),
    (ids) => ({ groupId: ids['groupId'] }),
    'group',
  ),
  mutation(
    'changeGroupRole',
    '{ groupMember { id email } }',
    'PUT /api/groups/:groupId/members/:userId',
    () => ({ role: 'group_admin' }),
    ({ groupId, userId }) => ({ groupId, userId }),
    'group',
  ),
  mutation(
    'removeGroupMember',
    '{ deletedIds }',
    'DELETE /api/groups/:groupId/members/:userId',
    none,
    ({ groupId, userId }) => ({ groupId, userId }),
    'group',
  ),
  mutation(
    'deleteGroup',
    '{ deletedIds }',
    'DELETE /api/groups/:groupId',
    none,
    (ids) => ({ id: ids['groupId'] }),
    'group',
  ),
  mutation(
    'createProject',
    '{ project { name description } }',
    'POST /api/projects',
    ({ groupId }) => ({ name: 'New', slug: unique('new'), ownerGroupId: groupId }),
    none,
  ),
  mutation(
    'updateProject',
    '{ project { id name } }',
    'PUT /api/projects/:projectId',
    () => ({ name: 'Renamed' }),
    (ids) => ({ id: ids['projectId'] }),
  ),
  mutation(
    'addProjectMember',
    '{ projectMember { email } }',
    'POST /api/projects/:projectId/members',
    ({ newUserId }) => ({ userId: newUserId, role: 'viewer' }),
    (ids) => ({ projectId: ids['projectId'] }),
    'project',
  ),
  mutation(
    'addGroupToProject',
    '{ projectMembers { email } alreadyMembers { email } }',
    'POST /api/projects/:projectId/members/group',
    ({ groupId }) => ({ groupId, role: 'viewer' }),
    (ids) => ({ projectId: ids['projectId'] }),
    'project',
  ),
  mutation(
    'inviteToProject',
    '{ projectInvitation { role } }',
    'POST /api/projects/:projectId/invitations',
    ({ newUserId }) => ({ userId: newUserId, role: 'viewer' }),
    (ids) => ({ projectId: ids['projectId'] }),
    'project',
  ),
  mutation(
    'changeProjectRole',
    '{ projectMember { id email } }',
    'PUT /api/projects/:projectId/members/:userId',
    () => ({ role: 'reviewer' }),
    ({ projectId, userId }) => ({ projectId, userId }),
    'project',
  ),
  mutation(
    'removeProjectMember',
    '{ deletedIds }',
    'DELETE /api/projects/:projectId/members/:userId',
    none,
    ({ projectId, userId }) => ({ projectId, userId }),
    'project',
  ),
  mutation(
    'assignVideo',
    '{ videoAssignment { source } }',
    'POST /api/projects/:projectId/videos',
    ({ freeVideoId }) => ({ videoId: freeVideoId }),
    (ids) => ({ projectId: ids['projectId'] }),
    'project',
  ),
  mutation(
    'unassignVideo',
    '{ deletedIds }',
    'DELETE /api/projects/:projectId/videos/:videoId',
    none,
    ({ projectId, videoId }) => ({ projectId, videoId }),
    'project',
  ),
  mutation(
    'deleteProject',
    '{ deletedIds }',
    'DELETE /api/projects/:projectId',
    none,
    (ids) => ({ id: ids['projectId'] }),
    'project',
  ),
  mutation(
    'assignProjectVideos',
    '{ videoAssignments { source } }',
    'POST /api/projects/:projectId/videos/bulk',
    ({ freeVideoId }) => ({ videoIds: [freeVideoId] }),
    (ids) => ({ projectId: ids['projectId'] }),
    'project',
  ),
  mutation(
    'assignVideos',
    '{ assignedCount }',
    'POST /api/admin/video-assignments/bulk',
    ({ freeVideoId, projectId }) => ({ videoIds: [freeVideoId], projectId }),
    none,
    'project',
  ),
  mutation(
    'createVideoAssignmentRule',
    '{ videoAssignmentRule { name isActive targetId } }',
    'POST /api/admin/video-assignments/rules',
    ({ projectId }) => ({ name: 'Rule', conditions, targetType: 'project', targetId: projectId }),
    none,
  ),
  mutation(
    'updateVideoAssignmentRule',
    '{ videoAssignmentRule { id name isActive } }',
    'PUT /api/admin/video-assignments/rules/:ruleId',
    () => ({ isActive: false }),
    (ids) => ({ id: ids['ruleId'] }),
  ),
  mutation(
    'evaluateVideoAssignmentRule',
    '{ evaluation { ruleId matchingVideoCount matchingVideoIds } }',
    'POST /api/admin/video-assignments/rules/:ruleId/evaluate',
    none,
    (ids) => ({ id: ids['ruleId'] }),
  ),
  byIds(
    'mutation',
    'evaluateVideoAssignmentRules',
    {},
    '{ evaluation { rulesEvaluated } }',
    'POST /api/admin/video-assignments/rules/evaluate-all',
  ),
  mutation(
    'deleteVideoAssignmentRule',
    '{ deletedIds }',
    'DELETE /api/admin/video-assignments/rules/:ruleId',
    none,
    (ids) => ({ id: ids['ruleId'] }),
    'rule',
  ),
  mutation(
    'createPermission',
    '{ permission { scope role resourceType action ownOnly } }',
    'POST /api/admin/permissions',
    () => ({ scope: 'project', role: 'viewer', resourceType: 'persona', action: 'fork' }),
    none,
    'permission',
  ),
  mutation(
    'updatePermission',
    '{ permission { id ownOnly } }',
    'PATCH /api/admin/permissions/:permissionId',
    () => ({ ownOnly: true }),
    (ids) => ({ id: ids['permissionId'] }),
  ),
  mutation(
    'deletePermission',
    '{ deletedIds }',
    'DELETE /api/admin/permissions/:permissionId',
    none,
    (ids) => ({ id: ids['permissionId'] }),
    'permission',
  ),
  mutation(
    'createApiKey',
    '{ apiKey { provider keyName isActive } }',
    'POST /api/api-keys',
    () => ({ provider: 'openai', keyName: 'key', key: 'sk-0123456789' }),
    none,
    'key',
  ),
  mutation(
    'updateApiKey',
    '{ apiKey { id keyName } }',
    'PUT /api/api-keys/:keyId',
    () => ({ keyName: 'renamed' }),
    (ids) => ({ id: ids['keyId'] }),
  ),
  mutation(
    'deleteApiKey',
    '{ deletedIds }',
    'DELETE /api/api-keys/:keyId',
    none,
    (ids) => ({ id: ids['keyId'] }),
    'key',
  ),
  mutation(
    'createUser',
    '{ account { displayName isAdmin systemRole } }',
    'POST /api/admin/users',
    () => ({ username: unique('made'), displayName: 'Made', password: 'password-1' }),
    none,
  ),
  mutation(
    'createServiceAccount',
    '{ account { displayName isAdmin isService } }',
    'POST /api/admin/service-accounts',
    () => ({ username: unique('service'), displayName: 'Service' }),
    none,
  ),
  mutation(
    'createToken',
    '{ token { name } }',
    'POST /api/tokens',
    () => ({ name: 'Robot', scopes: ['read', 'write'] }),
    none,
  ),
  mutation(
    'createServiceToken',
    '{ token { name } }',
    'POST /api/admin/tokens',
    ({ serviceId }) => ({ name: 'Robot', scopes: ['read'], userId: serviceId }),
    none,
  ),
  mutation(
    'revokeToken',
    '{ deletedIds }',
    'DELETE /api/tokens/:tokenId',
    none,
    (ids) => ({ id: ids['tokenId'] }),
    'token',
  ),
  mutation(
    'updateUser',
    `{ account { id: userId ${user} } }`,
    'PUT /api/admin/users/:userId',
    () => ({ displayName: 'Changed' }),
    (ids) => ({ id: ids['userId'] }),
  ),
  mutation('clearWorld', '{ user { id } }', 'DELETE /api/admin/world/:userId', none, (ids) => ({
    userId: ids['userId'],
  })),
  mutation(
    'deleteUser',
    '{ deletedIds }',
    'DELETE /api/admin/users/:victimId',
    none,
    (ids) => ({ id: ids['victimId'] }),
    'user',
  ),
  mutation(
    'revokeSession',
    '{ deletedIds }',
    'DELETE /api/sessions/:sessionId',
    none,
    (ids) => ({ id: ids['sessionId'] }),
    'session',
  ),
  mutation(
    'updateProfile',
    `{ account { ${user} } }`,
    'PUT /api/user/profile',
    () => ({ displayName: 'Renamed' }),
    none,
  ),
]
