import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'

let api: TestApi
let admin: Person
beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
})
afterAll(() => api.stop())

describe('an ID that is no UUID', () => {
  it.each([
    ['updateGroup(input: { id: "1", name: "A" }) { id }', 'groupId'],
    ['deleteGroup(input: { id: "1" })', 'groupId'],
    ['updateProject(input: { id: "1", name: "A" }) { id }', 'projectId'],
    ['deleteProject(input: { id: "1" })', 'projectId'],
    ['updateUser(input: { id: "1", displayName: "A" }) { userId }', 'userId'],
    ['deleteUser(input: { id: "1" })', 'userId'],
    ['revokeSession(input: { id: "1" })', 'sessionId'],
    ['deleteVideoAssignmentRule(input: { id: "1" })', 'ruleId'],
  ])('in the mutation %s is named as in REST: %s', async (mutation, name) => {
    const { errors } = (await admin.graph(`mutation { ${mutation} }`)) as any
    expect(errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: name, message: 'must be a UUID' }],
    })
  })
})
