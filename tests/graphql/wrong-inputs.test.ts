import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type GraphError, type Person, type TestApi } from '../support/api.js'
import { holdErrors } from '../support/graph-errors.js'
import { made, makeContent, makeVideo } from '../support/workspace.js'

let api: TestApi
let admin: Person
/** What the inputs name, by the words that stand for it in the table. */
let known: Record<string, string>

beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  const port = await made(admin.post('/api/projects', { name: 'Port', slug: 'taken' }))
  const group = await made(admin.post('/api/groups', { name: 'Port', slug: 'taken' }))
  const member = await api.person()
  await made(admin.post(`/api/projects/${port.id}/members`, { userId: member.id, role: 'viewer' }))
  const videoId = await makeVideo(api)
  await made(admin.post(`/api/projects/${port.id}/videos`, { videoId }))
  await made(admin.post('/api/admin/api-keys', { provider: 'openai', keyName: 'k', key: 'sk-0123456789' }))
  const content = await makeContent(admin, 'wrong-inputs')
  known = {
    ...content,
    username: admin.username,
    member: member.username,
    projectId: port.id,
    groupId: group.id,
    videoId,
  }
})
afterAll(() => api.stop())

const claim = 'mutation ($input: CreateClaimInput!) { createClaim(input: $input) { claim { id } } }'
const change = 'mutation ($input: UpdateClaimInput!) { updateClaim(input: $input) { claim { id } } }'
const project = 'mutation ($input: CreateProjectInput!) { createProject(input: $input) { project { id } } }'
const save = 'mutation ($input: SaveWorldObjectInput!) { saveWorldObject(input: $input) { object { id } } }'
const world = 'mutation ($input: UpdateWorldInput!) { updateWorld(input: $input) { world { id } } }'
const type = 'mutation ($input: SaveOntologyTypeInput!) { saveOntologyType(input: $input) { ontology { id } } }'
const user = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { account { userId } } }'
const somebody = { username: 'somebody', displayName: 'S', password: 'a long password' }
const item = (kind: string) => ({ type: kind, content: 'A boat' })

const invalid = 'VALIDATION_ERROR'

type Row = [what: string, query: string, variables: object | null, status: number, code: string, fields: string]

/** A refused variable or document has status 400; an invalid value that the service refuses has 294. */
const rows: Row[] = [
  ['an id', change, { input: { id: 'no id' } }, 294, invalid, 'input.id'],
  [
    'an id in the document',
    'mutation { updateClaim(input: { id: "1" }) { claim { id } } }',
    null,
    294,
    invalid,
    'input.id',
  ],
  [
    'an id of what is deleted',
    'mutation { deleteClaim(input: { id: "1" }) { deletedIds } }',
    null,
    294,
    invalid,
    'input.id',
  ],
  ['an id of Query', 'query ($it: ID!) { project(id: $it) { id } }', { it: '1' }, 294, invalid, 'id'],
  [
    'a word in rich text',
    change,
    { input: { id: '$claimId', gloss: [item('nonsense')] } },
    400,
    invalid,
    'input.gloss.0.type',
  ],
  [
    'a word in the only item of rich text',
    change,
    { input: { id: '$claimId', gloss: item('nonsense') } },
    400,
    invalid,
    'input.gloss.type',
  ],
  ['a number that is too high', change, { input: { id: '$claimId', confidence: 2 } }, 294, invalid, 'input.confidence'],
  [
    'a variable below the input',
    'mutation ($id: ID!, $high: Float) { updateClaim(input: { id: $id, confidence: $high }) { claim { id } } }',
    { id: '$claimId', high: 2 },
    294,
    invalid,
    'input.confidence',
  ],
  [
    'a member of a document that is given twice',
    claim,
    {
      input: {
        summaryId: '$summaryId',
        text: 'T',
        gloss: [{ type: 'TEXT', content: 'A', refType: 'EVENT', extra: { refType: 'event' } }],
      },
    },
    294,
    invalid,
    'input.gloss.0.extra.refType',
  ],
  [
    'a member of a document',
    claim,
    {
      input: { summaryId: '$summaryId', text: 'T', gloss: [{ type: 'TEXT', content: 'A', extra: { refClaimId: 5 } }] },
    },
    294,
    invalid,
    'input.gloss.0.extra.refClaimId',
  ],
  [
    'a list that is a number',
    claim,
    { input: { summaryId: '$summaryId', text: 'T', gloss: 5 } },
    400,
    invalid,
    'input.gloss',
  ],
  ['a text that is a number', claim, { input: { summaryId: '$summaryId', text: 5 } }, 400, invalid, 'input.text'],
  ['a missing member', claim, { input: { summaryId: '$summaryId' } }, 400, invalid, 'input.text'],
  ['a member that is null', claim, { input: { summaryId: '$summaryId', text: null } }, 400, invalid, 'input.text'],
  [
    'an unknown member',
    claim,
    { input: { summaryId: '$summaryId', text: 'T', colour: 'red' } },
    400,
    invalid,
    'input.colour',
  ],
  ['two faults of variables', claim, { input: { text: 5 } }, 400, invalid, 'input.text input.summaryId'],
  ['a missing variable', claim, {}, 400, invalid, 'input'],
  [
    'a variable with a name of its own',
    'query ($many: Int) { claims(first: $many) { nodes { id } } }',
    { many: 'x' },
    400,
    invalid,
    'first',
  ],
  [
    'a variable within a list',
    'query ($one: ID!) { nodes(ids: ["a", $one]) { id } }',
    { one: { a: 1 } },
    400,
    invalid,
    'ids.1',
  ],
  [
    'a word that an enum does not have',
    type,
    { input: { personaId: '$personaId', kind: 'THING', type: { key: 'a', name: 'A' } } },
    400,
    invalid,
    'input.kind',
  ],
  [
    'a missing member in the document',
    'mutation { createClaim(input: { text: "T" }) { claim { id } } }',
    null,
    400,
    invalid,
    'input.summaryId',
  ],
  [
    'an unknown member in the document',
    'mutation { deleteGroup(input: { id: "1", name: "N" }) { deletedIds } }',
    null,
    400,
    invalid,
    'input.name',
  ],
  ['a value of another form in the document', '{ claims(first: "x") { nodes { id } } }', null, 400, invalid, 'first'],
  ['a missing argument', '{ project { id } }', null, 400, invalid, 'id'],
  ['an unknown argument', '{ project(id: "1", name: "N") { id } }', null, 400, invalid, 'name'],
  ['a page size', '{ claims(first: 500) { nodes { id } } }', null, 294, invalid, 'first'],
  [
    'a filter',
    '{ annotations(filter: { minConfidence: 2 }) { nodes { id } } }',
    null,
    294,
    invalid,
    'filter.minConfidence',
  ],
  ['a text with NUL', project, { input: { name: 'N\0', slug: 'free' } }, 400, invalid, 'input.name'],
  [
    'a text with NUL in a variable below the input',
    'mutation ($name: String!) { createProject(input: { name: $name, slug: "free" }) { project { id } } }',
    { name: 'N\0' },
    400,
    invalid,
    'input.name',
  ],
  [
    'a text with NUL in a JSON variable below the input',
    'mutation ($settings: JSON) { createProject(input: { name: "N", slug: "free", settings: $settings }) { project { id } } }',
    { settings: { colour: ['\0'] } },
    400,
    invalid,
    'input.settings.colour.0',
  ],
  [
    'a text with NUL in the document',
    'mutation { createProject(input: { name: "N\\u0000", slug: "free" }) { project { id } } }',
    null,
    400,
    invalid,
    'input.name',
  ],
  [
    'a member that a project has already',
    'mutation ($input: AddProjectMemberInput!) { addProjectMember(input: $input) { projectMember { id } } }',
    { input: { projectId: '$projectId', user: { username: '$username' }, role: 'VIEWER' } },
    294,
    'CONFLICT',
    'input.user',
  ],
  [
    'an invitation of a member',
    'mutation ($input: InviteToProjectInput!) { inviteToProject(input: $input) { projectInvitation { id } } }',
    { input: { projectId: '$projectId', user: { username: '$member' }, role: 'VIEWER' } },
    294,
    'CONFLICT',
    'input.user',
  ],
  [
    'a member that a group has already',
    'mutation ($input: AddGroupMemberInput!) { addGroupMember(input: $input) { groupMember { id } } }',
    { input: { groupId: '$groupId', user: { username: '$username' }, role: 'GROUP_MEMBER' } },
    294,
    'CONFLICT',
    'input.user',
  ],
  [
    'a relation that two claims have already',
    'mutation ($input: CreateClaimRelationInput!) { createClaimRelation(input: $input) { claimRelation { id } } }',
    { input: { sourceClaimId: '$claimId', targetClaimId: '$otherClaimId', relationTypeId: 'supports' } },
    294,
    'CONFLICT',
    'input.targetClaimId',
  ],
  [
    'a video that a project has already',
    'mutation ($input: AssignVideoInput!) { assignVideo(input: $input) { videoAssignment { id } } }',
    { input: { projectId: '$projectId', videoId: '$videoId' } },
    294,
    'CONFLICT',
    'input.videoId',
  ],
  ['a blank name', project, { input: { name: '', slug: 'free' } }, 294, invalid, 'input.name'],
  ['a slug that a project has', project, { input: { name: 'N', slug: 'taken' } }, 294, 'CONFLICT', 'input.slug'],
  [
    'a slug that a group has',
    'mutation { createGroup(input: { name: "N", slug: "taken" }) { group { id } } }',
    null,
    294,
    'CONFLICT',
    'input.slug',
  ],
  [
    'a user name that somebody has',
    user,
    { input: { ...somebody, username: '$username' } },
    294,
    'CONFLICT',
    'input.username',
  ],
  [
    'two objects of a world',
    save,
    { input: { object: { entity: { key: 'a' }, event: { key: 'a' } } } },
    400,
    invalid,
    'input.object',
  ],
  ['no object of a world', save, { input: { object: {} } }, 400, invalid, 'input.object'],
  [
    'two objects in the document',
    'mutation { saveWorldObject(input: { object: { entity: { key: "a" }, event: { key: "a" } } }) { world { id } } }',
    null,
    400,
    invalid,
    'input.object',
  ],
  [
    'a receiver',
    'mutation ($input: ShareResourceInput!) { shareResource(input: $input) { share { id } } }',
    { input: { resourceType: 'PERSONA', resourceId: '$personaId', receiver: { userId: 'no id' } } },
    294,
    invalid,
    'input.receiver.userId',
  ],
  [
    'an object of a world without a key',
    save,
    { input: { object: { entity: { name: 'N' } } } },
    400,
    invalid,
    'input.object.entity.key',
  ],
  [
    'an id that two objects have',
    world,
    { input: { entities: [{ key: 'a' }, { key: 'a' }] } },
    294,
    invalid,
    'input.entities.1.key',
  ],
  [
    'a type without a name',
    type,
    { input: { personaId: '$personaId', kind: 'ENTITY', type: { key: 'a', name: '' } } },
    294,
    invalid,
    'input.type.name',
  ],
  [
    'a persona of a type',
    type,
    { input: { personaId: '1', kind: 'ENTITY', type: { key: 'a', name: 'A' } } },
    294,
    invalid,
    'input.personaId',
  ],
]

async function ask(query: string, variables: object | null): Promise<{ status: number; errors: GraphError[] }> {
  const text = JSON.stringify({ query, variables }).replace(/"\$(\w+)"/g, (all, name: string) =>
    known[name] === undefined ? all : JSON.stringify(known[name]),
  )
  const response = await admin.request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: text,
  })
  const { errors = [] } = (await response.json()) as { errors?: GraphError[] }
  holdErrors(errors)
  return { status: response.status, errors }
}

describe('a wrong input is refused with the path of what was sent', () => {
  it.each(rows)('%s', async (_what, query, variables, status, code, fields) => {
    const { status: answered, errors } = await ask(query, variables)
    const details = errors.flatMap(({ extensions }) => extensions['details'] as { field: string; message: string }[])
    const [first] = errors
    expect([answered, first?.extensions['code'], details.map((one) => one?.field).join(' ')], first?.message).toEqual([
      status,
      code,
      fields,
    ])
    expect(details.map(({ message }) => message).join('\n')).not.toMatch(/Did you mean|^$/m)
  })
})

describe('an error that is not about a value', () => {
  it('has a code of the enum ErrorCode, where a client sends only the hash of a query', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }
    const response = await admin.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ extensions }),
    })
    const { errors } = (await response.json()) as { errors: GraphError[] }
    holdErrors(errors)
    expect(errors).toMatchObject([
      { message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } },
    ])
  })

  it('has no details', async () => {
    const { errors } = await ask('{ viewr { id } }', null)
    expect(errors[0]?.extensions).toEqual({ code: 'VALIDATION_ERROR' })
  })

  it('names a taken slug in REST as before', async () => {
    const { status, body } = await admin.post('/api/projects', { name: 'N', slug: 'taken' })
    const message = 'A project with this slug already exists'
    expect({ status, body }).toEqual({ status: 409, body: { error: message, message, code: 'CONFLICT' } })
  })
})
