import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/api.js'
import { claimsAnswer, startScriptedApi, type ScriptedApi } from '../support/scripted-model.js'
import { exportText, importLines } from '../exchange/support.js'
import { made, unique } from '../support/workspace.js'

let api: ScriptedApi
let ann: Person

beforeAll(async () => {
  api = await startScriptedApi()
  ann = await api.person('ann')
})
afterAll(() => api.stop())

const ferry = { text: 'A ferry leaves.', confidence: 0.9, subclaims: [{ text: 'It is white.', confidence: 0.8 }] }
const dog = { text: 'A dog barks.', confidence: 0.7 }

interface Tree {
  id: string
  text: string
  subclaims: Tree[]
}

/** A summary of Ann's, whose claims a model finds by one of the two routes. */
async function summary(route: 'extract' | 'generate' = 'extract', who = ann) {
  const persona = await made(
    who.post('/api/personas', { name: unique('Scout'), role: 'Scout', informationNeed: 'Who?' }),
  )
  const pair = { videoId: await api.video(), personaId: persona.id as string }
  const { id } = await made(who.post('/api/summaries', { ...pair, summary: 'A ferry leaves. A dog barks.' }))
  return { ...pair, ...handlesOf(id, who, route) }
}

function handlesOf(id: string, who: Person, route = 'extract') {
  const path = `/api/summaries/${id}/claims`
  const tree = (): Promise<Tree[]> => made(who.get(path))
  return {
    id,
    path,
    tree,
    texts: async () => (await tree()).flatMap((one) => [one.text, ...one.subclaims.map(({ text }) => `- ${text}`)]),
    find: async (answer: readonly object[], wish: object = {}) => {
      api.behaviours.set('/api/extract-claims', claimsAnswer(...answer))
      const job = await api.done(who, `${path}/${route}`, { minConfidence: 0, ...wish })
      expect(job).toMatchObject({ status: 'completed', error: null })
      return job.result
    },
  }
}

describe('claims that are extracted a second time', () => {
  it.each(['extract', 'generate'] as const)('are not added twice, by default: %s', async (route) => {
    const { find, texts } = await summary(route)
    expect(await find([ferry, dog])).toMatchObject({ count: 3, replaced: 0 })
    const before = await texts()
    expect(before).toEqual(['A ferry leaves.', '- It is white.', 'A dog barks.'])
    expect(await find([ferry, dog])).toMatchObject({ count: 0, claimIds: [] })
    expect(await find([ferry, { text: ' a DOG  barks ', confidence: 1 }], { mode: 'addNew' })).toMatchObject({
      count: 0,
    })
    expect(await texts()).toEqual(before)
  })

  it('do not come again in the words of the model where a person has changed them', async () => {
    const { find, texts, tree } = await summary()
    await find([ferry, dog])
    const [first] = await tree()
    await made(ann.put(`/api/claims/${first!.id}`, { text: 'The ferry of nine leaves.' }))
    await made(ann.put(`/api/claims/${first!.id}`, { text: 'The ferry of nine leaves early.' }))
    expect(await made(ann.get(`/api/claims/${first!.id}`))).toMatchObject({ originalText: 'A ferry leaves.' })
    const query = 'query ($id: ID!) { claim(id: $id) { originalText } }'
    expect((await made(ann.graph(query, { id: first!.id }))).claim.originalText).toBe('A ferry leaves.')
    await find([ferry, dog])
    expect(await texts()).toEqual(['The ferry of nine leaves early.', '- It is white.', 'A dog barks.'])
  })

  it('go below the claim that is there where only they are new', async () => {
    const { find, texts, tree } = await summary()
    await find([dog])
    const [old] = await tree()
    await find([{ ...dog, subclaims: [{ text: 'It is brown.', confidence: 0.6 }] }])
    expect(await texts()).toEqual(['A dog barks.', '- It is brown.'])
    expect((await tree())[0]!.id).toBe(old!.id)
  })

  it('are added once by two jobs that run at the same time', async () => {
    const { path, texts } = await summary()
    let waiting = 0
    let release: () => void
    const both = new Promise<void>((done) => (release = done))
    api.behaviours.set('/api/extract-claims', (...args) => {
      if (++waiting === 2) release()
      void both.then(() => claimsAnswer(dog)(...args))
    })
    const wishes = [{ maxClaims: 10 }, { maxClaims: 11 }]
    const jobs = await Promise.all(wishes.map((wish) => api.done(ann, `${path}/extract`, wish)))
    expect(jobs.map(({ status }) => status)).toEqual(['completed', 'completed'])
    expect(await texts()).toEqual(['A dog barks.'])
  })

  it('replace what models made and nobody touched, where that is asked for', async () => {
    const { find, texts, tree, path } = await summary()
    const said = (text: string) => ({ text, confidence: 0.9 })
    const names = ['kept as it was', 'edited', 'commented', 'reviewed', 'related', 'shared', 'added to']
    await find(names.map(said))
    const ids = new Map((await tree()).map(({ id, text }) => [text, id]))
    const claim = (name: string) => `/api/claims/${ids.get(name)}`
    const hand = await made(ann.post(path, { text: 'by hand' }))
    await made(ann.put(claim('edited'), { text: 'edited by hand' }))
    await made(ann.put(claim('commented'), { comment: 'Really?' }))
    await made(ann.post('/api/reviews', { ids: [ids.get('reviewed')], state: 'accepted' }))
    const relation = { targetClaimId: hand.id, relationTypeId: 'supports' }
    await made(ann.post(`${claim('related')}/relations`, relation))
    const share = { resourceType: 'claim', resourceId: ids.get('shared'), sharedWithUserId: (await api.person()).id }
    await made(ann.post('/api/sharing', share))
    await made(ann.post(path, { text: 'below it', parentClaimId: ids.get('added to') }))
    expect(await find([said('new')], { mode: 'replace' })).toMatchObject({ count: 1, replaced: 1 })
    const left = [
      'edited by hand',
      'commented',
      'reviewed',
      'related',
      'shared',
      'added to',
      '- below it',
      'by hand',
      'new',
    ]
    expect((await texts()).sort()).toEqual(left.sort())
    expect((await ann.get(claim('kept as it was'))).status).toBe(404)
    // What a person has edited does not come again in this way either.
    expect(await find([said('edited'), said('newer')], { mode: 'replace' })).toMatchObject({ count: 1, replaced: 1 })
    expect(await find([said('edited')], { mode: 'swap' }).catch((error: Error) => error.message)).toMatch(/mode/)
  })

  it('know edited claims after an export and import, and in a fork', async () => {
    const { find, tree, id } = await summary()
    await find([ferry, dog])
    const [first, second] = await tree()
    await made(ann.put(`/api/claims/${first!.id}`, { text: 'The ferry of nine leaves.' }))
    await made(ann.put(`/api/claims/${second!.id}`, { comment: 'Really?' }))
    const copies: { who: Person; id: string }[] = []
    const ben = await api.person()
    const report = await made(importLines(ben, await exportText(ann)))
    expect(report.success).toBe(true)
    const all = await made(
      ben.graph('{ summaries(filter: { mine: true }, first: 50) { nodes { id claims { text } } } }'),
    )
    const found = all.summaries.nodes.find((one: any) =>
      one.claims.some(({ text }: any) => /of nine leaves\.$/.test(text)),
    )
    copies.push({ who: ben, id: found.id })
    const cat = await api.person()
    const share = { resourceType: 'summary', resourceId: id, sharedWithUserId: cat.id, permissionLevel: 'forkable' }
    const { id: shareId } = await made(ann.post('/api/sharing', share))
    copies.push({ who: cat, id: (await made(cat.post(`/api/sharing/${shareId}/fork`, {}))).resourceId })
    for (const { who, id: copy } of copies) {
      const { find: again, texts } = handlesOf(copy, who)
      expect(await again([ferry, { text: 'A cat purrs.', confidence: 1 }], { mode: 'replace' })).toMatchObject({
        count: 2,
        replaced: 1,
      })
      const left = ['- It is white.', 'A cat purrs.', 'A dog barks.', 'The ferry of nine leaves.']
      expect((await texts()).sort()).toEqual(left)
    }
  })
})
