import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { python, scriptsFor } from '../clients/scripts.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { openLink } from '../support/link.js'
import { settled } from '../support/settled.js'
import { made, unique } from '../support/workspace.js'
import { Copy } from './feed-copy.js'

let api: TestApi
let link: Awaited<ReturnType<typeof openLink>>
beforeAll(async () => {
  // A proxy cuts what is silent for four times as long as the server is silent at most.
  api = await startApi({ CHANGES_ALIVE_MS: '500' })
  link = await openLink(Number(new URL(api.url).port), 2000)
})
afterAll(async () => {
  await link.close()
  await api.stop()
})

const persona = (who: Person): Promise<{ id: string }> =>
  made(who.post('/api/personas', { name: unique('Scout'), role: 'Scout', informationNeed: 'Who?' }))

/** Asks through the proxy and waits; calls `meanwhile` once the answer has begun, and returns its lines. */
async function waitFor(copy: Copy, wait: number, meanwhile: () => Promise<unknown>, headers: object = {}) {
  const query = `${copy.query}&since=${encodeURIComponent(copy.position)}&wait=${wait}`
  const response = await fetch(`${link.url}/api/changes?${query}`, { headers: { cookie: copy.who.cookie, ...headers } })
  await sleep(3000)
  await meanwhile()
  const text = await response.text()
  return {
    status: response.status,
    text,
    lines: text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  }
}

async function copyOf(who: Person, query = 'scope=own'): Promise<Copy> {
  const copy = new Copy(who, query)
  await settled(api)
  await copy.begin()
  return copy
}

describe('an answer that waits for changes', () => {
  it.each(['identity', 'gzip'])('outlives proxies that cut silent connections (%s)', async (encoding) => {
    const ann = await api.person()
    const copy = await copyOf(ann)
    const asked = copy.position
    const { status, text, lines } = await waitFor(copy, 20, () => persona(ann), { 'accept-encoding': encoding })
    expect([status, link.cuts]).toEqual([200, 0])
    expect(lines[0]).toEqual({ change: 'position', position: asked, more: false })
    copy.apply(text)
    expect(copy.text()).toBe(await copy.export())
  })

  it('ends at its time where nothing has changed', async () => {
    const { status, lines } = await waitFor(await copyOf(await api.person()), 4, async () => undefined)
    expect([status, link.cuts]).toEqual([200, 0])
    expect(new Set(lines.map(({ change }) => change))).toEqual(new Set(['position']))
    expect(lines.at(-1).more).toBe(false)
  })

  it('tells who may not export any more to ask again, and refuses then', async () => {
    const [ann, ben] = [await api.person(), await api.person()]
    const { id } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
    await made(ann.post(`/api/projects/${id}/members`, { userId: ben.id, role: 'project_manager' }))
    const copy = await copyOf(ben, `scope=project:${id}`)
    const { lines } = await waitFor(copy, 20, () => made(ann.delete(`/api/projects/${id}/members/${ben.id}`)))
    expect(lines.at(-1)).toEqual({ change: 'position', position: copy.position, more: true })
    expect(await copy.ask()).toBe(404)
  })

  it.skipIf(python === undefined)('is waited for by the Python client for longer than its own time-out', async () => {
    const ann = await api.person()
    const { position } = await copyOf(ann)
    const { valueOf } = scriptsFor(link.url)
    const changing = sleep(4000).then(() => persona(ann))
    const statements = `px.timeout = 1
found = [c["change"] for c in px.changes(${JSON.stringify(position)}, wait=20)]`
    const found = await valueOf(ann, statements, 'found')
    await changing
    expect(found).toContain('set')
    expect(found.at(-1)).toBe('position')
  })
})
