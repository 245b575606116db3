import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'

let api: TestApi
let admin: Person
let user: Person

beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  user = await api.person()
})
afterAll(() => api.stop())

describe('/admin/queues (CF-11)', () => {
  const paths = [
    '/admin/queues',
    '/admin/queues/',
    '/admin/queues/api/queues',
    '/admin/queues/static/favicon.svg',
    '/admin/queues/queue/claim-extraction',
  ]

  it('is shut to everybody but administrators, on every address and with every method', async () => {
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        expect((await api.anonymous.request(path, { method })).status, `${method} ${path}`).toBe(401)
        expect((await user.request(path, { method })).status, `${method} ${path}`).toBe(403)
      }
    }
    expect((await api.anonymous.get('/admin/queues')).body).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await user.get('/admin/queues')).body).toMatchObject({ error: 'Admin access required', code: 'FORBIDDEN' })
  })

  it('shows administrators a page whose scripts and styles come from this server', async () => {
    const page = await admin.get<string>('/admin/queues')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    const script = /<script[^>]* src="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const loaded = await admin.request(new URL(script, 'http://here/admin/queues/').pathname)
    expect(loaded.status).toBe(200)
    expect(loaded.headers.get('content-type')).toContain('javascript')
    expect((await loaded.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  })

  it('lists the queues with their jobs', async () => {
    await api.app.services.queue.enqueue('claim-extraction', newId())
    const listed = await admin.get('/admin/queues/api/queues')
    expect(listed.status).toBe(200)
    // Waiting jobs have a priority, so that users take turns; the board counts prioritised jobs separately.
    const waiting = ({ counts }: any) => counts.waiting + (counts.prioritized ?? 0)
    const counts = Object.fromEntries(listed.body.queues.map((queue: any) => [queue.name, waiting(queue)]))
    expect(counts).toEqual({
      'video-summarization': 0,
      'claim-extraction': 1,
      'claim-synthesis': 0,
      'object-tracking': 0,
      'object-detection': 0,
      'assignment-rules': 0,
      'video-probing': 0,
      'export-writing': 0,
      agreement: 0,
    })
  })

  it('acts on a queue', async () => {
    expect((await admin.put('/admin/queues/api/queues/claim-synthesis/pause')).status).toBe(200)
    const paused = (await admin.get('/admin/queues/api/queues')).body.queues.find(
      (queue: any) => queue.name === 'claim-synthesis',
    )
    expect(paused.isPaused).toBe(true)
    expect((await admin.put('/admin/queues/api/queues/claim-synthesis/resume')).status).toBe(200)
  })
})
