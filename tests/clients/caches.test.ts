import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { example, exampleFault } from '../support/example.js'
import { leftOut } from '../support/left-out.js'
import { made, makeVideo, types } from '../support/workspace.js'

const run = promisify(execFile)
const fault = await exampleFault()

/** The claims of each summary, by their places in its tree. */
const places = ['1', '1.1', '1.2', '1.2.1', '2', '2.1', '3']

/** Makes a summary about a word with a tree of claims, all with the word; returns the ID of the summary. */
async function makeTree(owner: Person, videoId: string, word: string): Promise<string> {
  const persona = await made(
    owner.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Which birds?' }),
  )
  await made(owner.put(`/api/personas/${persona.id}/ontology`, types))
  const summary = await made(
    owner.post('/api/summaries', { videoId, personaId: persona.id, summary: `A ${word} lands.` }),
  )
  const ids = new Map<string, string>()
  for (const place of places) {
    const parentClaimId = ids.get(place.split('.').slice(0, -1).join('.'))
    const claim = { text: `${word} ${place}`, ...(parentClaimId && { parentClaimId }) }
    ids.set(place, (await made(owner.post(`/api/summaries/${summary.id}/claims`, claim))).id)
  }
  return summary.id
}

describe.skipIf(leftOut(fault, 'caches of GraphQL clients'))('a client with a normalized cache', () => {
  let api: TestApi
  let owner: Person
  let videoId: string
  beforeAll(async () => {
    api = await startApi()
    owner = await api.person()
    videoId = await makeVideo(api)
    await made(owner.put('/api/world', { entities: [{ id: 'pier', name: 'Pier' }] }))
  })
  afterAll(() => api.stop())

  /** What a program of the example has seen through its cache, of a summary that is made for it. */
  async function seenBy(program: string, word: string): Promise<Record<string, any>> {
    const summaryId = await makeTree(owner, videoId, word)
    const args = [`check/${program}-cache.mjs`, api.url, owner.cookie, summaryId, word]
    const env = { ...process.env, NODE_ENV: 'development', NODE_OPTIONS: '' }
    const { stdout } = await run(process.execPath, args, { cwd: example, env, timeout: 100_000 })
    return JSON.parse(stdout) as Record<string, any>
  }

  /** The texts of the claims at these places; null for a gap. */
  const at = (word: string, ...some: (string | null)[]) => some.map((place) => place && `${word} ${place}`)
  const textsOf = (hits: { text?: string }[]) => hits.flatMap(({ text }) => text ?? []).sort()
  const growing = (word: string) => [3, 6, 7].map((count) => at(word, ...places.slice(0, count)))

  describe('of Relay', () => {
    let seen: Record<string, any>
    beforeAll(async () => {
      seen = await seenBy('relay', 'heron')
    })

    it('shows each hit of a search with its text', () => {
      expect(textsOf(seen['hits'])).toEqual(at('heron', ...places))
      expect(seen['hits']).toContainEqual(expect.objectContaining({ __typename: 'Summary', claimCount: 7 }))
    })

    it('pages through the tree of claims in both directions', () => {
      expect(seen['claims']).toEqual(at('heron', ...places))
      expect(seen['forward']).toEqual(growing('heron'))
      expect(seen['backward']).toEqual([3, 6, 7].map((count) => at('heron', ...places.slice(-count))))
    })

    it('reads a node again by its id, and shows the change wherever the node is', () => {
      const { before, after, inList } = seen['refetched']
      expect(before).toMatchObject({ __typename: 'Claim', text: 'heron 3', version: 1 })
      expect(after).toMatchObject({ id: before.id, text: 'heron 3 edited', version: 2 })
      expect(inList).toEqual(at('heron', ...places.slice(0, -1), '3 edited'))
    })

    it('has null in place of deleted claims and no edges of them, without a request besides the deletions', () => {
      expect(seen['deleted']).toEqual({
        claims: at('heron', '1', '1.1', null, null, '3 edited'),
        requests: 2,
        withEdges: at('heron', '1', '1.1', '3 edited'),
        withoutEdges: at('heron', '1', '1.1', null, null, null, null, '3 edited'),
        availability: 'available',
      })
    })

    it('has each user once, and warns of no id that two objects have', () => {
      const user = { id: owner.id, username: owner.username }
      const { viewer, summary, trash } = seen['people']
      expect(viewer).toEqual({ userId: owner.id, username: owner.username, user })
      expect(summary.creator).toEqual(user)
      expect(summary.history.edges[0].node.actor).toEqual({ userId: owner.id, username: owner.username, user })
      expect(trash.edges.map((edge: any) => edge.node.deletedBy)).toContainEqual({ userId: owner.id, user })
      expect(seen['people'].world.entities).toEqual([expect.objectContaining({ name: 'Pier' })])
      expect(seen['warnings']).toEqual([])
    })
  })

  it('of Apollo shows hits and pages, and leaves deleted claims out of lists without a request', async () => {
    const seen = await seenBy('apollo', 'egret')
    expect(textsOf(seen['hits'])).toEqual(at('egret', ...places))
    expect(seen['claims']).toEqual(at('egret', ...places))
    expect(seen['forward']).toEqual(growing('egret'))
    const left = at('egret', '1', '1.1', '3')
    expect(seen['deleted']).toEqual({ claims: left, tree: left, hits: 4, requests: 2 })
    expect(seen['people'].viewer.user).toMatchObject({ id: owner.id, username: owner.username })
    expect(seen['warnings']).toEqual([])
  })

  describe('of urql', () => {
    let seen: Record<string, any>
    beforeAll(async () => {
      seen = await seenBy('urql', 'stork')
    })

    it('shows each hit of a search with its text', () => {
      expect(textsOf(seen['hits'])).toEqual(at('stork', ...places))
      expect(seen['claims']).toEqual(at('stork', ...places))
      expect(seen['warnings']).toEqual([])
    })

    it('keeps the page with null in place of a deleted claim, while it reads the page again', () => {
      const { shown, requests } = seen['plain']
      expect(shown).toContainEqual({ texts: at('stork', '1', '1.1', null, '2', '2.1', '3'), stale: true })
      expect(shown.at(-1)).toEqual({ texts: at('stork', '1', '1.1', '2', '2.1', '3'), stale: false })
      expect(requests).toBeGreaterThan(1)
    })

    it('leaves deleted claims out of lists without a request, with one resolver for all lists', () => {
      const { shown, hits, requests } = seen['resolved']
      expect(shown.at(-1)).toEqual({ texts: at('stork', '1', '1.1', '3'), stale: false })
      expect({ hits, requests }).toEqual({ hits: 4, requests: 1 })
    })
  })
})
