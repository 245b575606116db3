import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, missingId } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ids: Awaited<ReturnType<typeof makeContent>>

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  ids = await makeContent(ann, await makeVideo(api))
})
afterAll(() => api.stop())

describe('the mutations of one operation', () => {
  it('each see what those before them have done', async () => {
    const { claimId, summaryId } = ids
    const data = await made(
      ann.graph(
        `mutation ($claim: ID!, $summary: ID!) {
          a: updateClaim(input: { id: $claim, text: "one" }) { claim { summary { comment } } }
          b: updateSummary(input: { id: $summary, comment: "new" }) { summary { id } }
          c: updateClaim(input: { id: $claim, text: "two" }) { claim { summary { comment } } }
        }`,
        { claim: claimId, summary: summaryId },
      ),
    )
    expect([data.a.claim.summary.comment, data.c.claim.summary.comment]).toEqual([null, 'new'])
  })

  it('end with the first that fails, so that nothing is done behind an answer without data', async () => {
    const { data, errors } = await ann.graph(
      `mutation ($missing: ID!, $claim: ID!) {
        a: updateClaim(input: { id: $missing, text: "lost" }) { claim { id } }
        b: updateClaim(input: { id: $claim, text: "done" }) { claim { id } }
      }`,
      { missing: missingId, claim: ids.claimId },
    )
    expect([data, errors?.map(({ path }) => path)]).toEqual([null, [['a']]])
    expect((await made(ann.get(`/api/claims/${ids.claimId}`))).text).toBe('two')
  })
})

describe('a variable that is null although its default is not', () => {
  it('is an error of the field that needs it, and others are answered', async () => {
    const { data, errors } = await ann.graph('query ($id: ID = "x") { video(id: $id) { id } viewer { userId } }', {
      id: null,
    })
    expect(data).toEqual({ video: null, viewer: { userId: ann.id } })
    expect(errors?.map(({ path }) => path)).toEqual([['video']])
  })

  it('is an error where it decides what is included', async () => {
    const query = 'query ($yes: Boolean = true) { viewer { userId @include(if: $yes) username } }'
    expect(await made(ann.graph(query, {}))).toEqual({ viewer: { userId: ann.id, username: ann.username } })
    const { data, errors } = await ann.graph(query, { yes: null })
    expect([data, errors?.map(({ message }) => message)]).toEqual([null, [expect.stringContaining('"$yes"')]])
  })
})
