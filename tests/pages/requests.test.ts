import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWebhooks } from '../../src/changes/webhooks/webhook-sender.service.js'
import { exportText } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { settled } from '../support/settled.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'
import { blockOf } from './blocks.js'

// Sends the requests of docs/ as they stand, with ids of this server, and compares what is printed of answers.

type Content = Awaited<ReturnType<typeof makeContent>>

let api: TestApi
let ann: Person
let ben: Person
let projectId: string
let content: Content
let received: string[]
let receiver: Server
let sender: { stop(): Promise<void> }

beforeAll(async () => {
  api = await startApi({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  ;[ann, ben] = [await api.person('ann'), await api.person('ben')]
  const admin = await api.admin()
  projectId = (await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
  await made(ann.post(`/api/projects/${projectId}/members`, { userId: ben.id, role: 'reviewer' }))
  const videoId = await makeVideo(api)
  await made(admin.post(`/api/projects/${projectId}/videos`, { videoId }))
  content = await makeContent(ann, videoId, projectId)
  received = []
  receiver = createServer(async (request, response) => {
    received.push(await text(request))
    response.writeHead(204).end()
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  sender = startWebhooks(api.app.services, { everyMs: 50 })
})
afterAll(async () => {
  await sender.stop()
  receiver.close()
  await api.stop()
})

/** Sends a block that has the method and path on its first line and the body below, with other texts put in. */
async function send(who: Person, block: string, given: [string, string][] = []) {
  const [first = '', ...rest] = given
    .reduce((code, [from, to]) => code.replace(from, to), block)
    .trim()
    .split('\n')
  const [method = '', path = ''] = first.split(' ')
  const body = rest.join('\n')
  return who[method.toLowerCase() as 'post'](path, ...(body ? [body] : []))
}

/** What is printed of a value as JSON, where `…` stands for what is left out. */
const readPrinted = (code: string) => JSON.parse(code.replace(/\{…\}/g, '{}').replace(/, …/g, ''))

/** The names of the members of objects, at every depth; of a list those of its first item. */
const membersOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.slice(0, 1).map(membersOf)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, membersOf(one)]))
      : 'value'

describe('the request of the page about reviews', () => {
  const request = blockOf('docs/reviews.md', 'POST /api/reviews')

  it('is taken as it stands, and again, from one who may review', async () => {
    const ids: [string, string][] = [
      ['0193e5a0-…', content.annotationId],
      ['0193e5a1-…', content.claimId],
    ]
    expect((await send(await api.person(), request, ids)).status).toBe(404)
    for (const _time of [1, 2]) {
      const { status, body } = await send(ben, request, ids)
      expect([status, body.items]).toEqual([
        200,
        ids.map(([, id]) =>
          expect.objectContaining({ id, reviewState: 'rejected', reviewNote: 'The box is too wide' }),
        ),
      ])
    }
  })
})

describe('the request of the page about notifications', () => {
  it('is answered with the members that are printed', async () => {
    const [request = '', ...rest] = blockOf('docs/notifications.md', 'GET /api/notifications').split('\n')
    const printed = readPrinted(rest.join('\n'))
    await settled(api)
    const { status, body } = await send(ann, request)
    expect([status, membersOf(body)]).toEqual([200, membersOf(printed)])
    expect(Object.keys(body.notifications[0])).toEqual(Object.keys(printed.notifications[0]))
  })
})

describe('the page about changes', () => {
  it('prints lines with the members of those that are answered', async () => {
    const printed = blockOf('docs/changes.md', '{"change":"reset"}').trim().split('\n').map(readPrinted)
    const ownVideoId = await makeVideo(api)
    const own = await makeContent(ann, ownVideoId)
    await settled(api)
    const since = (await ann.request('/api/export/all')).headers.get('x-export-position') ?? ''
    await made(ann.put(`/api/claims/${own.claimId}`, { text: 'A ferry has left' }))
    await made(ann.delete(`/api/annotations/${ownVideoId}/${own.annotationId}`))
    await settled(api)
    const answerOf = async (position: string) => exportText(ann, `/api/changes?since=${position}`)
    const whole = since.split('-').slice(0, 3).join('-')
    const lines = [await answerOf(since), await answerOf(whole)]
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const { change, type, ...more } of printed) {
      const found = lines.find((line) => line.change === change && line.type === type)
      expect([change, type, Object.keys(found ?? {})]).toEqual([
        change,
        type,
        ['change', ...(type ? ['type'] : []), ...Object.keys(more)],
      ])
    }
  })
})

describe('the requests of the page about webhooks', () => {
  it('make a webhook, whose message has the members that are printed, and send it again', async () => {
    const { port } = receiver.address() as AddressInfo
    const request = blockOf('docs/webhooks.md', 'POST /api/webhooks')
    const { id } = await made(
      send(ann, request, [
        ['https://hooks.example/parallax', `http://127.0.0.1:${port}/parallax`],
        ['"…"', JSON.stringify(projectId)],
      ]),
    )
    await made(ann.put(`/api/claims/${content.claimId}`, { text: 'A ferry sails' }))
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1)
    const [message] = received.map((one) => JSON.parse(one))
    const [, body = ''] = blockOf('docs/webhooks.md', 'webhook-signature:').split('\n\n')
    expect(membersOf(message)).toEqual(membersOf(readPrinted(body)))

    const { position } = message.data.changes[0]
    const replay = (body: string) => made(ann.post(`/api/webhooks/${id}/replay`, body))
    await replay(blockOf('docs/webhooks.md', '"since"').replace('<position>', position))
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(2)
    const [delivery] = (await made(ann.get(`/api/webhooks/${id}/deliveries`))).deliveries
    await replay(blockOf('docs/webhooks.md', '"deliveryId"').replace('…', delivery.id))
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(3)
    expect(JSON.parse(received[2] ?? '').data.isReplay).toBe(true)
    expect((await ann.put(`/api/webhooks/${id}`, blockOf('docs/webhooks.md', '"isActive"'))).status).toBe(200)
  })
})

describe('the bodies within the lines of the pages', () => {
  it('order an export of one video', async () => {
    const body = blockOf('docs/exchange.md', '"contents":"annotations"').replace('"v1"', `"${await makeVideo(api)}"`)
    expect((await ann.post('/api/exports', body)).status).toBe(202)
  })

  it('replace the vocabulary of the detector, for administrators', async () => {
    const body = blockOf('docs/perception.md', '"term": "van"')
    const path = '/api/admin/detection-vocabulary'
    expect((await ann.put(path, body)).status).toBe(403)
    for (const _time of [1, 2]) {
      const answer = await (await api.admin()).put(path, body)
      expect([answer.status, answer.body]).toEqual([200, JSON.parse(body)])
    }
  })
})

describe('the GraphQL within the lines of the pages', () => {
  it('makes a claim with rich text, and tells what a mutation deleted', async () => {
    const operation = blockOf('docs/graphql.md', 'createClaim(')
    const { data, errors } = await ann.graph<any>(operation, { id: content.summaryId })
    expect([errors, data.createClaim.claim]).toMatchObject([
      undefined,
      { text: 'A boat.', gloss: [{ extra: { speaker: 'A' } }] },
    ])
    const deleted = blockOf('docs/graphql.md', 'deleted { type ids }')
    const { id } = data.createClaim.claim
    const gone = await ann.graph(`mutation ($id: ID!) { deleteClaim(input: { id: $id }) { ${deleted} } }`, { id })
    expect(gone).toMatchObject({ data: { deleteClaim: { deleted: [{ type: 'Claim' }] } } })
  })

  it('lists the annotations of a range of frames', async () => {
    const field = blockOf('docs/graphql.md', 'visibleIn')
    const { data, errors } = await ann.graph<any>(`{ ${field} { nodes { id } } }`)
    expect([errors, data.annotations.nodes]).toEqual([undefined, [{ id: expect.any(String) }]])
  })
})
