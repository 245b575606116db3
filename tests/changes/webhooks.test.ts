import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TlsOptions } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rotateWebhookKeys } from '../../src/changes/webhooks/webhook-keys.service.js'
import { startWebhooks } from '../../src/changes/webhooks/webhook-sender.service.js'
import { deleteDeliveriesBefore } from '../../src/changes/webhooks/webhook.sql.js'
import { exportText } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { openTransaction } from '../support/open-transaction.js'
import { statementsOf } from '../support/statements.js'
import { frames, made, makeContent, makeVideo, unique } from '../support/workspace.js'
import { startReceiver, verified, type Receiver, type Told } from './receiver.js'

let api: TestApi
let ann: Person
let admin: Person
let sender: { stop(): Promise<void> }
const receivers: Receiver[] = []

beforeAll(async () => {
  api = await startApi({ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_TIMEOUT_MS: '1000' })
  ann = await api.person()
  admin = await api.admin()
  sender = startWebhooks(api.app.services, { everyMs: 20 })
})
afterEach(async () => {
  await api.app.services.db.deleteFrom('webhooks').execute()
  for (const one of receivers.splice(0)) await one.close()
})
afterAll(async () => {
  await sender.stop()
  await api.stop()
})

async function receiver(): Promise<Receiver> {
  const one = await startReceiver()
  receivers.push(one)
  return one
}

const newProject = async (): Promise<string> =>
  (await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
const newPersona = async (projectId?: string): Promise<string> =>
  (await made(ann.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?', projectId }))).id
const hookFor = async (projectId: string, { url }: { url: string }, more = {}) =>
  made(ann.post('/api/webhooks', { url, projectId, ...more }))
const deliveries = async (id: string) =>
  (await made(ann.get(`/api/webhooks/${id}/deliveries?first=100`))).deliveries as Record<string, any>[]
const things = (told: readonly Told[], kind: string) =>
  told.filter((one) => one.kind === kind).map(({ thing }) => thing)
const patience = { timeout: 8000, interval: 20 }

describe('a webhook', () => {
  it('tells its receiver what changes in the project, signed, and none of the content', async () => {
    const projectId = await newProject()
    const to = await receiver()
    const hook = await hookFor(projectId, to)
    expect(hook.secret).toMatch(/^whsec_/)
    const videoId = await makeVideo(api)
    const content = await makeContent(ann, videoId, projectId)
    await made(ann.put(`/api/claims/${content.claimId}`, { text: 'A secret ferry' }))
    await made(ann.delete(`/api/annotations/${videoId}/${content.annotationId}`))
    const elsewhere = await newPersona()
    await expect
      .poll(() => to.changes().filter(({ operation }) => operation === 'delete').length, patience)
      .toBeGreaterThan(0)
    const all = to.changes()
    expect(things(all, 'persona')).toContain(content.personaId)
    expect(things(all, 'persona')).not.toContain(elsewhere)
    expect(all.find(({ kind, operation }) => kind === 'claim' && operation === 'update')).toMatchObject({
      thing: content.claimId,
      projectId,
      ownerId: ann.id,
      actorId: ann.id,
      version: 2,
    })
    expect(all.at(-1)).toMatchObject({ kind: 'annotation', operation: 'delete', thing: content.annotationId })
    for (const message of to.messages) {
      expect(verified(message, hook.secret)).toMatchObject({ type: 'changes', data: { webhookId: hook.id, projectId } })
      expect(() => verified(message, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow('No matching signature')
      expect(message.text).not.toMatch(/ferry|Scout/)
      expect(message.headers['content-type']).toBe('application/json')
    }
    const listed = await deliveries(hook.id)
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(to.messages.map(({ id }) => id)))
    expect(listed[0]).toMatchObject({ status: 'delivered', attempts: 1, responseStatus: 204, error: null })
  })

  it('also sends what has changed where it is asked to, as exports have it, and no more than its maker may export', async () => {
    const projectId = await newProject()
    const to = await receiver()
    const bob = await api.person()
    await made(ann.post(`/api/projects/${projectId}/members`, { userId: bob.id, role: 'project_manager' }))
    const hook = await made(bob.post('/api/webhooks', { url: to.url, projectId, withContent: true }))
    expect(hook.withContent).toBe(true)
    const videoId = await makeVideo(api)
    const { claimId, annotationId, personaId } = await makeContent(ann, videoId, projectId)
    const ontology = { entities: [{ id: 'ship', name: 'Vessel', gloss: [] }] }
    await made(ann.put(`/api/personas/${personaId}/ontology`, ontology))
    await made(ann.put(`/api/claims/${claimId}`, { text: 'A secret ferry' }))
    await made(ann.delete(`/api/annotations/${videoId}/${annotationId}`))
    const linesOf = (id: string) =>
      to.messages.flatMap(({ data }) => data.lines ?? []).filter((one) => one.id === id && one.type !== 'ontology')
    await expect.poll(() => linesOf(annotationId).at(-1)?.change, patience).toBe('gone')
    const exported = (await exportText(bob, `/api/export/all?scope=project:${projectId}`)).trim().split('\n')
    const ofExport = (id: string) => exported.map((line) => JSON.parse(line)).find(({ data }) => data.id === id)
    for (const id of [claimId, personaId]) expect(linesOf(id).at(-1)?.line).toEqual(ofExport(id))
    expect(to.messages.at(-1)!.text).not.toContain('"linesCut":true')
    for (const message of to.messages) expect(() => verified(message, hook.secret)).not.toThrow()

    // What the maker may read but not export: named, and not sent.
    const { db } = api.app.services
    const rows = await db
      .deleteFrom('rolePermissions')
      .where('role', '=', 'project_manager')
      .where('resourceType', '=', 'claim')
      .where('action', 'in', ['export', 'manage'])
      .returningAll()
      .execute()
    expect(rows.length).toBeGreaterThan(0)
    try {
      await made(ann.put(`/api/claims/${claimId}`, { text: 'Not for Bob' }))
      const isTold = () => to.changes().some(({ kind, version }) => kind === 'claim' && version === 3)
      await expect.poll(isTold, patience).toBe(true)
      expect(to.messages.map(({ text }) => text).join()).not.toContain('Not for Bob')
    } finally {
      await db.insertInto('rolePermissions').values(rows).execute()
    }

    // More than a message holds.
    const boxes = Array.from({ length: 20_000 }, (_, k) => ({ ...frames.boxes[0]!, frameNumber: k }))
    const long = { videoId, personaId, type: 'type', label: 'ship', frames: { ...frames, boxes } }
    const { id } = await made(ann.post('/api/annotations', long))
    await expect.poll(() => things(to.changes(), 'annotation').includes(id), patience).toBe(true)
    const tells = ({ data }: { data: { changes: Told[] } }) => data.changes.some(({ thing }) => thing === id)
    expect(to.messages.find(tells)!.data).toMatchObject({ lines: [], linesCut: true })

    await made(ann.put(`/api/webhooks/${hook.id}`, { withContent: false }))
    await newPersona(projectId)
    await expect
      .poll(() => to.messages.at(-1)!.data.changes.some(({ kind }) => kind === 'persona'), patience)
      .toBe(true)
    expect(to.messages.at(-1)!.data.lines).toBeUndefined()
  })

  it('tells each entry of the log once and in its order, also many of them', async () => {
    const projectId = await newProject()
    const to = await receiver()
    const hook = await hookFor(projectId, to, { kinds: ['persona'] })
    await Promise.all(Array.from({ length: 40 }, () => newPersona(projectId)))
    // One statement with more entries than a message holds.
    await api.app.services.db.updateTable('personas').set({ details: 'x' }).where('projectId', '=', projectId).execute()
    for (let n = 0; n < 6; n++)
      await api.app.services.db
        .updateTable('personas')
        .set({ details: `${n}` })
        .where('projectId', '=', projectId)
        .execute()
    await expect.poll(() => to.changes().length, patience).toBe(40 * 8)
    const { rows } = await api.app.services.pool.query<{ place: string }>(
      `select change_log() || '-' || tx || '-' || seq as place from changes
        where kind = 'persona' and project_id = $1 order by tx, seq`,
      [projectId],
    )
    expect(to.changes().map(({ position }) => position)).toEqual(rows.map(({ place }) => place))
    expect(to.messages.every(({ data }) => data.changes.length <= 100)).toBe(true)
    await expect.poll(async () => (await deliveries(hook.id)).every((one) => one['status'] === 'delivered')).toBe(true)
  })

  it('begins with what is changed after it was made, although older transactions of the cluster still run', async () => {
    const { directUrl } = api.app.services.config.database
    const projectId = await newProject()
    const to = await receiver()
    const elsewhere = await openTransaction(Object.assign(new URL(directUrl), { pathname: '/postgres' }).href)
    const late = await openTransaction(directUrl)
    const before = await newPersona(projectId)
    const hook = await hookFor(projectId, to)
    const after = await newPersona(projectId)
    const inserted = await late.insert(ann.id, projectId)
    await late.commit()
    await elsewhere.commit()
    await expect.poll(() => things(to.changes(), 'persona').sort(), patience).toEqual([after, inserted].sort())
    await made(ann.post(`/api/webhooks/${hook.id}/replay`, { since: hook.position }))
    const again = () => new Set(things(to.changes(), 'persona'))
    await expect.poll(again, patience).toEqual(new Set([before, after, inserted]))
  })

  it('says of what has left the project that it left, and not where it went', async () => {
    const [projectId, other] = [await newProject(), await newProject()]
    const to = await receiver()
    await hookFor(projectId, to, { kinds: ['persona'] })
    const personaId = await newPersona(projectId)
    await made(ann.put(`/api/personas/${personaId}`, { projectId: other }))
    await expect.poll(() => to.changes().length, patience).toBe(2)
    expect(to.changes()[1]).toMatchObject({ operation: 'update', thing: personaId, projectId: null, left: true })
    expect(to.messages.at(-1)?.text).not.toContain(other)
  })

  it('sends what failed again, first after five seconds and then ever later, with the same id and in order', async () => {
    const projectId = await newProject()
    const to = await receiver()
    to.behave((_request, response) => void response.writeHead(500).end())
    const hook = await hookFor(projectId, to, { kinds: ['persona'] })
    const first = await newPersona(projectId)
    const state = () => made(ann.get(`/api/webhooks/${hook.id}`))
    const waits: number[] = []
    for (let attempt = 1; attempt <= 4; attempt++) {
      await expect.poll(async () => (await state()).failures, patience).toBe(attempt)
      const { retryAt } = await state()
      waits.push(Date.parse(retryAt) - api.clock.now().getTime())
      api.clock.forward(Date.parse(retryAt) - api.clock.now().getTime() + 1)
    }
    expect(waits[0]).toBeGreaterThan(3000)
    expect(waits[0]).toBeLessThan(6000)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    const second = await newPersona(projectId)
    to.behave((_request, response) => void response.writeHead(200).end('ok'))
    api.clock.forward(3600_000)
    await expect.poll(() => things(to.changes(), 'persona'), patience).toEqual([first, second])
    const [, firstMessage] = await deliveries(hook.id)
    expect(firstMessage).toMatchObject({ status: 'delivered', responseStatus: 200, error: null })
    expect(new Set(to.messages.slice(0, -1).map(({ id }) => id))).toEqual(new Set([firstMessage?.['id']]))
    expect(await state()).toMatchObject({ failures: 0, failingSince: null, retryAt: null })
    api.clock.reset()
  })

  it('that hangs, fails or answers without end holds up no other', async () => {
    const projectId = await newProject()
    const [good, hanging, failing, endless, cut] = [
      await receiver(),
      await receiver(),
      await receiver(),
      await receiver(),
      await receiver(),
    ]
    const at: { told?: number; hungUp?: number } = {}
    hanging.behave(({ socket }) => void socket.once('close', () => (at.hungUp ??= performance.now())))
    good.behave((_request, response) => {
      at.told ??= performance.now()
      response.writeHead(204).end()
    })
    failing.behave((_request, response) => void response.writeHead(503).end())
    endless.behave((_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(timer))
    })
    cut.behave((request) => void request.socket.destroy())
    const hooks: Record<string, { id: string }> = {}
    for (const [name, to] of Object.entries({ hanging, failing, endless, cut, good }))
      hooks[name] = await hookFor(projectId, to, { kinds: ['persona'] })
    const persona = await newPersona(projectId)
    await expect.poll(() => things(good.changes(), 'persona'), patience).toEqual([persona])
    const errorOf = async (name: string) => (await deliveries(hooks[name]!.id))[0]?.['error'] as string
    await expect.poll(() => errorOf('hanging'), patience).toBe('No answer within 1000 ms')
    expect(at.told).toBeLessThan(at.hungUp ?? 0)
    await expect.poll(() => errorOf('failing'), patience).toBe('The receiver answered 503')
    await expect.poll(() => errorOf('cut'), patience).toMatch(/^The connection failed: /)
    // What an answer says after its status is not waited for.
    await expect.poll(async () => (await deliveries(hooks['endless']!.id))[0]?.['status'], patience).toBe('delivered')
    const again = await newPersona(projectId)
    await expect.poll(() => things(good.changes(), 'persona'), patience).toEqual([persona, again])
  })

  it('takes no answer of 10 MB, and keeps nothing of any', async () => {
    const projectId = await newProject()
    const to = await receiver()
    let written = 0
    to.behave((_request, response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(65_536, 'a')
      const more = () => {
        while (written < 10 * 1024 * 1024) {
          written += chunk.length
          if (!response.write(chunk)) return void response.once('drain', more)
        }
        response.end()
      }
      response.on('error', () => undefined)
      more()
    })
    const hook = await hookFor(projectId, to, { kinds: ['persona'] })
    await newPersona(projectId)
    await expect.poll(async () => (await deliveries(hook.id))[0]?.['status'], patience).toBe('delivered')
    await new Promise((done) => setTimeout(done, 300))
    expect(written).toBeLessThan(10 * 1024 * 1024)
    expect(JSON.stringify(await deliveries(hook.id))).not.toContain('aaaa')
  })

  it('follows no redirect', async () => {
    const projectId = await newProject()
    const [to, beyond] = [await receiver(), await receiver()]
    to.behave((_request, response) => void response.writeHead(307, { location: beyond.url }).end())
    const hook = await hookFor(projectId, to, { kinds: ['persona'] })
    await newPersona(projectId)
    await expect
      .poll(async () => (await deliveries(hook.id))[0], patience)
      .toMatchObject({
        status: 'pending',
        responseStatus: 307,
        error: 'The receiver answered 307; redirects are not followed',
      })
    expect(beyond.connections()).toBe(0)
  })

  it('is switched off after days of failures or an answer of 410, with the reason, and goes on where it stopped', async () => {
    const projectId = await newProject()
    const to = await receiver()
    to.behave((_request, response) => void response.writeHead(500).end())
    const hook = await hookFor(projectId, to, { kinds: ['persona'] })
    const missed = await newPersona(projectId)
    const state = () => made(ann.get(`/api/webhooks/${hook.id}`))
    await expect.poll(async () => (await state()).failures, patience).toBe(1)
    api.clock.forward(3 * 86_400_000 + 1000)
    // The session of the test has ended by that clock.
    const { services } = api.app
    const row = () => services.db.selectFrom('webhooks').selectAll().where('id', '=', hook.id).executeTakeFirstOrThrow()
    await expect.poll(async () => (await row()).isActive, patience).toBe(false)
    expect((await row()).note).toBe('Every attempt has failed for 3 days. The last one: The receiver answered 500')
    api.clock.reset()
    to.behave((_request, response) => void response.writeHead(204).end())
    expect(await made(ann.put(`/api/webhooks/${hook.id}`, { isActive: true }))).toMatchObject({
      note: null,
      failures: 0,
    })
    await expect.poll(() => things(to.changes(), 'persona'), patience).toEqual([missed])
    to.behave((_request, response) => void response.writeHead(410).end())
    await newPersona(projectId)
    await expect.poll(async () => (await state()).isActive, patience).toBe(false)
    expect((await state()).note).toBe('The receiver answered 410: it is gone')
  })

  it('sends a message again once, however often it is asked to before it has', async () => {
    const projectId = await newProject()
    const to = await receiver()
    const hook = await hookFor(projectId, to, { kinds: ['persona'] })
    await newPersona(projectId)
    await expect.poll(() => to.messages.length, patience).toBe(1)
    await made(ann.put(`/api/webhooks/${hook.id}`, { isActive: false }))
    const [{ id: deliveryId }] = (await deliveries(hook.id)) as [{ id: string }]
    const again = () => ann.post(`/api/webhooks/${hook.id}/replay`, { deliveryId })
    const answers = await Promise.all(Array.from({ length: 10 }, again))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await deliveries(hook.id)).filter(({ status }) => status === 'pending')).toHaveLength(1)
    await made(ann.put(`/api/webhooks/${hook.id}`, { isActive: true }))
    await expect.poll(() => to.messages.length, patience).toBe(2)
    // Once it was sent, it can be asked for again.
    await made(again())
    await expect.poll(() => to.messages.length, patience).toBe(3)
  })

  it('is told while somebody writes all the time, behind 40 of its maker that have nothing to tell', async () => {
    const to = await receiver()
    for (let n = 0; n < 2; n++) {
      const idle = await newProject()
      for (let i = 0; i < 20; i++) await hookFor(idle, to, { kinds: ['summary'] })
    }
    const projectId = await newProject()
    await hookFor(projectId, to, { kinds: ['persona'] })
    const elsewhere = await newProject()
    const persona = await newPersona(projectId)
    for (let n = 0; n < 200 && to.messages.length === 0; n++) await newPersona(elsewhere)
    expect(things(to.changes(), 'persona')).toEqual([persona])
  })

  it('costs no statement of its own while it has nothing to tell, whoever writes', async () => {
    const [idle, elsewhere] = [await newProject(), await newProject()]
    const to = await receiver()
    for (let i = 0; i < 20; i++) await hookFor(idle, to)
    const ofWebhooks = async (act: () => Promise<unknown>) => {
      const { statements } = await statementsOf(async () => {
        await act()
        await sleep(200)
      })
      return statements.filter((text) => /former_project_id = \$|update webhooks|update "webhooks"/.test(text)).length
    }
    // Until all were looked at once.
    await expect.poll(() => ofWebhooks(async () => undefined), patience).toBe(0)
    const written = ofWebhooks(async () => {
      for (let n = 0; n < 20; n++) await newPersona(elsewhere)
    })
    expect(await written).toBe(0)
    await newPersona(idle)
    await expect.poll(() => to.messages.length, patience).toBe(20)
  })

  it('of one maker takes places of that maker alone: slow receivers of 120 do not keep back another', async () => {
    const eve = await api.person()
    const slow = await receiver()
    let open = 0
    let most = 0
    slow.behave((_request, response) => {
      most = Math.max(most, (open += 1))
      response.once('close', () => (open -= 1))
      // Never answered: each takes the whole WEBHOOK_TIMEOUT_MS.
    })
    for (let n = 0; n < 6; n++) {
      const { id: projectId } = await made(eve.post('/api/projects', { name: 'Port', slug: unique('port') }))
      for (let i = 0; i < 20; i++)
        await made(eve.post('/api/webhooks', { url: slow.url, projectId, kinds: ['persona'] }))
      await made(eve.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?', projectId }))
    }
    await expect.poll(() => most, patience).toBeGreaterThan(20)
    const projectId = await newProject()
    const to = await receiver()
    await hookFor(projectId, to, { kinds: ['persona'] })
    const persona = await newPersona(projectId)
    await expect.poll(() => things(to.changes(), 'persona'), patience).toEqual([persona])
    expect(most).toBeLessThanOrEqual(25)
  })

  it('sends again on request: everything from a position on, or one message', async () => {
    const projectId = await newProject()
    const to = await receiver()
    const hook = await hookFor(projectId, to, { kinds: ['persona'] })
    const personas = [await newPersona(projectId)]
    await expect.poll(() => to.messages.length, patience).toBe(1)
    personas.push(await newPersona(projectId))
    await expect.poll(() => to.messages.length, patience).toBe(2)
    const [second, first] = await deliveries(hook.id)
    await made(ann.post(`/api/webhooks/${hook.id}/replay`, { deliveryId: first?.['id'] }))
    await expect.poll(() => to.messages.length, patience).toBe(3)
    expect(to.messages[2]?.data).toMatchObject({ isReplay: true, changes: [{ thing: personas[0] }] })
    expect(to.messages[2]?.id).not.toBe(to.messages[0]?.id)
    await made(
      ann.graph(
        `mutation { replayWebhook(input: { id: "${hook.id}", since: "${first?.['from']}" }) { webhook { id } } }`,
      ),
    )
    await expect.poll(() => to.messages.length, patience).toBe(4)
    expect(to.messages[3]?.data.changes.map(({ thing }) => thing)).toEqual(personas)
    expect(second?.['from']).toBe(to.messages[0]?.data.next)
    const faults = {
      both: { since: first?.['from'], deliveryId: first?.['id'] },
      none: {},
      'no position': { since: 'yesterday' },
      'of another log': { since: '00000000-1-1' },
      ahead: { since: hook.position.replace(/-\d+-/, '-999999999-') },
    }
    for (const [what, body] of Object.entries(faults)) {
      const { status, body: answer } = await ann.post(`/api/webhooks/${hook.id}/replay`, body)
      expect([status, answer.details?.[0]?.field], what).toEqual([400, 'since'])
    }
  })

  it('is signed by both secrets for a day after its secret was replaced', async () => {
    const projectId = await newProject()
    const to = await receiver()
    const hook = await hookFor(projectId, to, { kinds: ['persona'] })
    const { secret } = await made(ann.post(`/api/webhooks/${hook.id}/secret`))
    expect(secret).not.toBe(hook.secret)
    await newPersona(projectId)
    await expect.poll(() => to.messages.length, patience).toBe(1)
    for (const one of [secret, hook.secret]) expect(verified(to.messages[0]!, one)).toBeTruthy()
    await api.app.services.db.updateTable('webhooks').set({ previousUntil: '2020-01-01' }).execute()
    await newPersona(projectId)
    await expect.poll(() => to.messages.length, patience).toBe(2)
    expect(verified(to.messages[1]!, secret)).toBeTruthy()
    expect(() => verified(to.messages[1]!, hook.secret)).toThrow('No matching signature')
    const { rows } = await api.app.services.pool.query(
      `select string_agg(c::text, ' ') || (select string_agg(w::text, ' ') from webhooks w) as text from changes c`,
    )
    for (const one of [secret, hook.secret]) expect(rows[0].text).not.toContain(one.slice(6))
  })

  it('goes on however often its sender dies, at whichever statement, and loses nothing', async () => {
    await sender.stop()
    const projectId = await newProject()
    const to = await receiver()
    await hookFor(projectId, to, { kinds: ['persona'] })
    const wanted: string[] = []
    const { services } = api.app
    try {
      for (let statement = 1; statement <= 24; statement++) {
        wanted.push(await newPersona(projectId))
        let count = 0
        const dying = services.db.withPlugin({
          transformQuery({ node }) {
            if (++count >= statement) throw new Error('the process has died')
            return node
          },
          transformResult: async ({ result }) => result,
        })
        const one = startWebhooks({ ...services, db: dying }, { everyMs: 5 })
        await expect.poll(() => count, patience).toBeGreaterThanOrEqual(statement)
        await one.stop()
        // What it held is free once its lease is over.
        api.clock.forward(7000)
      }
      sender = startWebhooks(services, { everyMs: 20 })
      await expect.poll(() => things(to.changes(), 'persona'), patience).toEqual(wanted)
    } finally {
      api.clock.reset()
      await sender.stop()
      sender = startWebhooks(services, { everyMs: 20 })
    }
  })

  it('has one sender at a time, however many there are', async () => {
    const projectId = await newProject()
    const to = await receiver()
    let open = 0
    let most = 0
    to.behave((_request, response) => {
      most = Math.max(most, ++open)
      setTimeout(() => {
        open -= 1
        response.writeHead(204).end()
      }, 30)
    })
    await hookFor(projectId, to, { kinds: ['persona'] })
    const others = [1, 2, 3].map(() => startWebhooks(api.app.services, { everyMs: 7 }))
    const wanted: string[] = []
    for (let n = 0; n < 15; n++) wanted.push(await newPersona(projectId))
    await expect.poll(() => to.messages.flatMap(({ data }) => data.changes).length, patience).toBeGreaterThanOrEqual(15)
    await Promise.all(others.map((one) => one.stop()))
    expect(most).toBe(1)
    const told = to.messages.flatMap(({ data }) => data.changes.map(({ thing }) => thing))
    expect([...new Set(told)]).toEqual(wanted)
  })
})

describe('whoever manages a project', () => {
  it('makes, lists, changes and deletes webhooks over both doors; the secret is shown once', async () => {
    const projectId = await newProject()
    const to = await receiver()
    const hook = await hookFor(projectId, to)
    const made2 = await made(
      ann.graph(
        `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { id url kinds isActive position
           creator { username } project { id } } } }`,
        { input: { url: to.url, projectId, kinds: ['claim'], isActive: false } },
      ),
    )
    const { webhook, secret } = made2.createWebhook
    expect(secret).toMatch(/^whsec_/)
    expect(webhook).toMatchObject({ kinds: ['CLAIM'], isActive: false, project: { id: projectId } })
    const listed = await made(ann.get(`/api/webhooks?projectId=${projectId}&totalCount=true`))
    expect(listed.webhooks.map(({ id }: { id: string }) => id)).toEqual([webhook.id, hook.id])
    expect(listed.totalCount).toBe(2)
    const text = JSON.stringify(listed)
    for (const one of [secret, hook.secret, 'ncrypted', 'previousSecret']) expect(text).not.toContain(one)
    const graph = await made(
      ann.graph(`{ webhooks { totalCount nodes { id } } webhook(id: "${hook.id}") { id url }
        webhookDeliveries(webhookId: "${hook.id}") { nodes { id status } } }`),
    )
    expect(graph).toMatchObject({ webhooks: { totalCount: 2 }, webhook: { url: to.url } })
    const { url, ...sent } = await made(ann.put(`/api/webhooks/${hook.id}`, { kinds: ['claim', 'claim'] }))
    expect([url, sent.kinds]).toEqual([to.url, ['claim']])
    await made(
      ann.graph(`mutation { updateWebhook(input: { id: "${webhook.id}", isActive: true }) { webhook { isActive } } }`),
    )
    await made(ann.graph(`mutation { rotateWebhookSecret(input: { id: "${webhook.id}" }) { secret } }`))
    await made(ann.graph(`mutation { deleteWebhook(input: { id: "${webhook.id}" }) { deletedIds } }`))
    await made(ann.delete(`/api/webhooks/${hook.id}`))
    expect((await ann.get(`/api/webhooks/${hook.id}`)).status).toBe(404)
  })

  it('alone has them, and administrators have those of everything', async () => {
    const projectId = await newProject()
    const to = await receiver()
    const people: Record<string, Person> = {}
    for (const role of ['project_manager', 'annotator', 'reviewer', 'viewer']) {
      people[role] = await api.person()
      await made(ann.post(`/api/projects/${projectId}/members`, { userId: people[role].id, role }))
    }
    const stranger = await api.person()
    const hook = await made(people['project_manager']!.post('/api/webhooks', { url: to.url, projectId }))
    for (const role of ['annotator', 'reviewer', 'viewer']) {
      expect((await people[role]!.post('/api/webhooks', { url: to.url, projectId })).status, role).toBe(403)
      expect((await people[role]!.get(`/api/webhooks/${hook.id}`)).status, role).toBe(404)
      expect((await made(people[role]!.get('/api/webhooks'))).webhooks, role).toEqual([])
    }
    expect((await stranger.post('/api/webhooks', { url: to.url, projectId })).status).toBe(404)
    expect((await stranger.delete(`/api/webhooks/${hook.id}`)).status).toBe(404)
    expect((await ann.post('/api/webhooks', { url: to.url })).status).toBe(403)
    expect((await ann.get(`/api/webhooks/${hook.id}`)).status).toBe(200)
    const everything = await made(admin.post('/api/webhooks', { url: to.url, kinds: ['user', 'project'] }))
    expect((await ann.get(`/api/webhooks/${everything.id}`)).status).toBe(404)
    expect((await made(admin.get('/api/webhooks'))).webhooks).toHaveLength(2)
    const member = await made(
      admin.post('/api/admin/users', { username: unique('ed'), password: 'secret-1', displayName: 'Ed' }),
    )
    await expect.poll(() => things(to.changes(), 'user'), patience).toEqual([member.id])
    const { token } = await made(ann.post('/api/tokens', { name: 'Robot', scopes: ['write'] }))
    const robot = api.byToken(token)
    expect((await robot.post('/api/webhooks', { url: to.url, projectId })).status).toBe(403)
    // Where it sends, and that it sends content, is for people who have signed in.
    for (const change of [{ url: to.url }, { withContent: true }, { url: to.url, withContent: true }])
      expect((await robot.put(`/api/webhooks/${hook.id}`, change)).status, JSON.stringify(change)).toBe(403)
    expect((await robot.put(`/api/webhooks/${hook.id}`, { isActive: true, withContent: false })).status).toBe(200)
    // Addresses may hold secrets of their receivers.
    const known = `${new URL(to.url).origin}/…`
    expect((await made(robot.get('/api/webhooks'))).webhooks.map(({ url }: { url: string }) => url)).toEqual([known])
    const { webhook } = await made(robot.graph(`{ webhook(id: "${hook.id}") { url } }`))
    expect([webhook.url, (await made(ann.get(`/api/webhooks/${hook.id}`))).url]).toEqual([known, to.url])
  })

  it('is told nothing more once they may not manage it, nor what they may not read', async () => {
    const projectId = await newProject()
    const to = await receiver()
    const bob = await api.person()
    await made(ann.post(`/api/projects/${projectId}/members`, { userId: bob.id, role: 'project_manager' }))
    const hook = await made(bob.post('/api/webhooks', { url: to.url, projectId, kinds: ['persona'] }))
    const { db } = api.app.services
    const rule = db
      .deleteFrom('rolePermissions')
      .where('role', '=', 'project_manager')
      .where('resourceType', '=', 'persona')
    const rows = await rule.where('action', 'in', ['read', 'manage']).returningAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    try {
      await newPersona(projectId)
      const own = await made(
        bob.post('/api/personas', { name: 'Mine', role: 'Scout', informationNeed: 'Who?', projectId }),
      )
      await expect.poll(() => things(to.changes(), 'persona'), patience).toEqual([own.id])
    } finally {
      await db.insertInto('rolePermissions').values(rows).execute()
    }
    await made(ann.delete(`/api/projects/${projectId}/members/${bob.id}`))
    await newPersona(projectId)
    await expect.poll(async () => (await made(ann.get(`/api/webhooks/${hook.id}`))).isActive, patience).toBe(false)
    expect((await made(ann.get(`/api/webhooks/${hook.id}`))).note).toContain('may not have webhooks here any more')
    expect(to.messages).toHaveLength(1)
  })

  it('is refused kinds of the whole server, more than 20 webhooks, and any where no log is kept', async () => {
    const projectId = await newProject()
    const to = await receiver()
    for (const kinds of [['session'], ['anotation'], []]) {
      const { status, body } = await ann.post('/api/webhooks', { url: to.url, projectId, kinds })
      expect([status, body.details[0].field], kinds.join()).toEqual([400, kinds.length ? 'kinds.0' : 'kinds'])
    }
    for (let n = 0; n < 20; n++) await hookFor(projectId, to, { isActive: false })
    expect((await ann.post('/api/webhooks', { url: to.url, projectId })).status).toBe(409)
    const off = await startApi({ HISTORY_DAYS: '0' })
    try {
      const other = await off.admin()
      const { status, body } = await other.post('/api/webhooks', { url: 'https://hooks.example/x' })
      expect([status, body.code]).toEqual([409, 'CONFLICT'])
      expect(body.message).toContain('HISTORY_DAYS')
    } finally {
      await off.stop()
    }
  })
})

describe('the server', () => {
  it('sends nothing to addresses that are not of the internet, under whatever name', async () => {
    const strict = await startApi({ WEBHOOK_TIMEOUT_MS: '1000' })
    const to = await receiver()
    const { port } = new URL(to.url)
    let asked = 0
    // The name leads to a public address for whoever checks it first, and to the machine itself afterwards.
    const resolve = async () => [{ address: ++asked % 2 ? '127.0.0.1' : '203.0.114.1', family: 4 }]
    const one = startWebhooks(strict.app.services, { everyMs: 20, resolve })
    try {
      const root = await strict.admin()
      for (const host of [
        ...['127.0.0.1', 'localhost', 'hook.localhost', '[::1]', '10.0.0.1', '192.168.1.1', '172.31.0.1', '0.0.0.0'],
        ...['169.254.169.254', '100.64.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '[fd00::1]', '[fe80::1]'],
        ...['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '224.0.0.1', '255.255.255.255'],
      ]) {
        const { status, body } = await root.post('/api/webhooks', { url: `http://${host}:${port}/` })
        expect([host, status, body.details?.[0]?.field]).toEqual([host, 400, 'url'])
      }
      for (const url of ['ftp://hooks.example/', 'https://a:b@hooks.example/', 'hooks.example', 'javascript:1'])
        expect((await root.post('/api/webhooks', { url })).status, url).toBe(400)
      const { id } = await made(
        root.post('/api/webhooks', { url: `http://hooks.example:${port}/`, kinds: ['persona'] }),
      )
      await made(root.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }))
      const first = async () => (await made(root.get(`/api/webhooks/${id}/deliveries`))).deliveries[0]
      await expect.poll(async () => (await first())?.error, patience).toContain('not of the internet')
      expect(asked).toBe(1)
      expect(to.connections()).toBe(0)
    } finally {
      await one.stop()
      await strict.stop()
    }
  })

  it('connects to the address that it has checked, whatever the name leads to afterwards', async () => {
    const projectId = await newProject()
    const to = await receiver()
    const { port } = new URL(to.url)
    const decoy = createServer((_request, response) => void response.writeHead(204).end())
    await new Promise<void>((done) => decoy.listen(Number(port), '127.0.0.2', done))
    const seen: string[] = []
    decoy.on('connection', () => seen.push((decoy.address() as AddressInfo).address))
    await sender.stop()
    let asked = 0
    const resolve = async () => [{ address: ++asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    sender = startWebhooks(api.app.services, { everyMs: 20, resolve })
    try {
      await hookFor(projectId, { url: `http://hooks.example:${port}/hook` }, { kinds: ['persona'] })
      const persona = await newPersona(projectId)
      await expect.poll(() => things(to.changes(), 'persona'), patience).toEqual([persona])
      expect([asked, seen]).toEqual([1, []])
      expect(to.messages[0]?.headers['host']).toBe(`hooks.example:${port}`)
    } finally {
      await sender.stop()
      sender = startWebhooks(api.app.services, { everyMs: 20 })
      await new Promise((done) => decoy.close(done))
    }
  })

  it('asks for the certificate of the name, though it connects to an address, and sends nothing without a good one', async () => {
    const names: string[] = []
    let requests = 0
    const [key, cert] = ['key', 'cert'].map((name) => readFileSync(`tests/fixtures/tls/${name}.pem`))
    const SNICallback: TlsOptions['SNICallback'] = (name, done) => {
      names.push(name)
      done(null)
    }
    const secure = createSecureServer({ key, cert, SNICallback }, (_request, response) => {
      requests += 1
      response.writeHead(204).end()
    })
    await new Promise<void>((done) => secure.listen(0, '127.0.0.1', done))
    const { port } = secure.address() as AddressInfo
    await sender.stop()
    sender = startWebhooks(api.app.services, {
      everyMs: 20,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    try {
      const projectId = await newProject()
      const hook = await hookFor(projectId, { url: `https://hooks.example:${port}/` }, { kinds: ['persona'] })
      await newPersona(projectId)
      await expect
        .poll(async () => (await deliveries(hook.id))[0]?.['error'], patience)
        .toMatch(/^The connection failed: .*(CERT|SELF_SIGNED)/)
      expect([names, requests]).toEqual([['hooks.example'], 0])
    } finally {
      await sender.stop()
      sender = startWebhooks(api.app.services, { everyMs: 20 })
      await new Promise((done) => secure.close(done))
    }
  })

  it('re-encrypts the secrets of webhooks under a new key, by which receivers see no difference', async () => {
    const projectId = await newProject()
    const to = await receiver()
    const hook = await hookFor(projectId, to, { kinds: ['persona'] })
    const { secret } = await made(ann.post(`/api/webhooks/${hook.id}/secret`))
    const { services } = api.app
    const key = 'ef'.repeat(32)
    const withKeys = (previousKey: string | null) => ({ ...services.config, encryption: { key, previousKey } })
    const rotating = { ...api.app.context(), config: withKeys(services.config.encryption.key) }
    expect(await rotateWebhookKeys(rotating)).toEqual({ rotated: 1, unreadable: [] })
    expect(await rotateWebhookKeys(rotating)).toEqual({ rotated: 0, unreadable: [] })
    await sender.stop()
    sender = startWebhooks({ ...services, config: withKeys(null) }, { everyMs: 20 })
    try {
      await newPersona(projectId)
      await expect.poll(() => to.messages.length, patience).toBe(1)
      for (const one of [secret, hook.secret]) expect(verified(to.messages[0]!, one)).toBeTruthy()
      // The ciphertext of one webhook is of no use in the row of another.
      const other = await hookFor(projectId, to, { kinds: ['persona'] })
      await sender.stop()
      const { encryptedSecret, encryptionKeyId } = await services.db
        .selectFrom('webhooks')
        .select(['encryptedSecret', 'encryptionKeyId'])
        .where('id', '=', hook.id)
        .executeTakeFirstOrThrow()
      await services.db
        .updateTable('webhooks')
        .set({ encryptedSecret, encryptionKeyId })
        .where('id', '=', other.id)
        .execute()
      sender = startWebhooks({ ...services, config: withKeys(null) }, { everyMs: 20 })
      await newPersona(projectId)
      const state = () => made(ann.get(`/api/webhooks/${other.id}`))
      await expect.poll(async () => (await state()).isActive, patience).toBe(false)
      expect((await state()).note).toBe('Its secret cannot be decrypted: give it a new one')
    } finally {
      await sender.stop()
      sender = startWebhooks(services, { everyMs: 20 })
    }
  })

  it('forgets old messages, but none that is still to be sent', async () => {
    const projectId = await newProject()
    const to = await receiver()
    const hook = await hookFor(projectId, to, { kinds: ['persona'] })
    await newPersona(projectId)
    const statuses = async () => (await deliveries(hook.id)).map(({ status }) => status as string)
    await expect.poll(statuses, patience).toEqual(['delivered'])
    to.behave((_request, response) => void response.writeHead(500).end())
    await newPersona(projectId)
    await expect.poll(statuses, patience).toEqual(['pending', 'delivered'])
    const { db } = api.app.services
    expect(await deleteDeliveriesBefore(db, new Date(Date.now() - 3600_000))).toBe(0)
    expect(await deleteDeliveriesBefore(db, new Date(Date.now() + 3600_000))).toBe(1)
    expect(await statuses()).toEqual(['pending'])
  })

  it('sends only to the hosts that its operator lists', async () => {
    const listed = await startApi({ WEBHOOK_ALLOWED_HOSTS: 'hooks.example, *.good.example' })
    try {
      const root = await listed.admin()
      const statusOf = async (host: string) => (await root.post('/api/webhooks', { url: `https://${host}/` })).status
      for (const host of ['hooks.example', 'HOOKS.example:8443', 'a.good.example', 'a.b.good.example'])
        expect(await statusOf(host), host).toBe(201)
      for (const host of ['good.example', 'x.hooks.example', 'evilgood.example', 'hooks.example.evil.example'])
        expect(await statusOf(host), host).toBe(400)
    } finally {
      await listed.stop()
    }
  })
})
