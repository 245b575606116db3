import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'

let api: TestApi
let admin: Person
beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
})
afterAll(() => api.stop())

describe('an ID that is not a UUID', () => {
  it.each([
    'updateGroup(input: { id: "1", name: "A" })',
    'deleteGroup(input: { id: "1" })',
    'updateProject(input: { id: "1", name: "A" })',
    'deleteProject(input: { id: "1" })',
    'updateUser(input: { id: "1", displayName: "A" })',
    'deleteUser(input: { id: "1" })',
    'revokeSession(input: { id: "1" })',
    'deleteVideoAssignmentRule(input: { id: "1" })',
  ])('in the mutation %s is named as the input names it', async (mutation) => {
    const { errors } = (await admin.graph(`mutation { ${mutation} { __typename } }`)) as any
    expect(errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'input.id', message: 'must be a UUID' }],
    })
  })
  it.each(['group', 'project', 'account', 'webhook', 'videoAssignmentRule', 'userDeletionPreview'])(
    'in the field %s of Query is named as the argument',
    async (field) => {
      const { errors } = (await admin.graph(`{ ${field}(id: "1") { __typename } }`)) as any
      expect(errors[0].extensions).toMatchObject({ details: [{ field: 'id', message: 'must be a UUID' }] })
      expect(errors[0].message).toBe('id: must be a UUID')
    },
  )
})
