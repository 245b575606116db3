import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDraining } from '../../src/operations/health.service.js'
import { startApi, type TestApi } from '../support/api.js'
import { freshDatabase } from '../support/database.js'
import { slowness } from '../support/pace.js'

/** Starts a proxy between the server and its database that can swallow all data or cut every connection. */
async function startProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let state: 'open' | 'hanging' | 'cut' = 'open'
  const server = createTcpServer((client) => {
    if (state === 'cut') return void client.destroy()
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
      if (state === 'hanging') socket.pause()
    }
    client.pipe(upstream)
    upstream.pipe(client)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    hang() {
      state = 'hanging'
      for (const socket of sockets) socket.pause()
    },
    cut() {
      state = 'cut'
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      state = 'open'
      for (const socket of sockets) socket.resume()
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy()
        server.close(done)
      }),
  }
}

/** Returns a word of REST as the enum of GraphQL names it. */
const enumName = (word: string) => word.toUpperCase().replaceAll('-', '_')

describe('health', () => {
  let api: TestApi
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let proxy: Awaited<ReturnType<typeof startProxy>>

  beforeAll(async () => {
    database = await freshDatabase()
    proxy = await startProxy(database.url)
    api = await startApi({ DATABASE_URL: proxy.url, RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_MAX: '3' })
  })
  afterAll(async () => {
    await api.stop()
    await proxy.close()
    await database.drop()
  })
  const ready = async () => {
    const startedAt = performance.now()
    const { status, body } = await api.anonymous.get('/api/health/ready')
    return { status, body, ms: performance.now() - startedAt }
  }

  it('is open to everybody and never counted (H-01, G-17)', async () => {
    for (let i = 0; i < 10; i++) {
      const { status, body } = await api.anonymous.get('/api/health')
      expect([status, body]).toEqual([200, { status: 'healthy', timestamp: expect.stringMatching(/Z$/) }])
    }
  })

  it('ready says what can be reached; a missing model service does not matter (H-01)', async () => {
    expect(await ready()).toMatchObject({
      status: 200,
      body: { status: 'ready', checks: { database: 'ok', queue: 'ok', modelService: 'unreachable' } },
    })
    const { data } = await api.anonymous.graph('{ health { status checks { database queue modelService } } }')
    expect(data.health).toEqual({
      status: 'READY',
      checks: { database: 'OK', queue: 'OK', modelService: 'UNREACHABLE' },
    })
  })

  it('a database that hangs or is gone: alive, not ready within 2 s, ready again by itself (H-01)', async () => {
    for (const fault of ['hang', 'cut'] as const) {
      proxy[fault]()
      const down = await ready()
      expect([down.status, down.body.status, down.body.checks.database]).toEqual([503, 'not ready', 'unreachable'])
      expect(down.ms).toBeLessThan(2000 * slowness())
      expect((await api.anonymous.get('/api/health')).status).toBe(200)
      proxy.mend()
      let up = await ready()
      for (let tries = 0; up.status !== 200 && tries < 20; tries++) up = await ready()
      expect(up.body).toMatchObject({ status: 'ready', checks: { database: 'ok' } })
    }
  })

  it('is not ready while it drains', async () => {
    startDraining(api.app.services)
    expect(await ready()).toMatchObject({ status: 503, body: { status: 'not ready', checks: { database: 'ok' } } })
    expect((await api.anonymous.get('/api/health')).status).toBe(200)
  })
})

describe('configuration for front ends', () => {
  const configOf = async (env: Record<string, string>) => {
    const api = await startApi(env)
    try {
      const { status, body } = await api.anonymous.get('/api/config')
      expect(status).toBe(200)
      const { data } = await api.anonymous.graph(
        '{ serverConfig { mode allowRegistration kb { mode url idMapping allowExternalLinks } externalLinks { kb videoSources } } }',
      )
      const { wikidata, ...rest } = body
      expect(wikidata).toEqual(body.kb)
      expect(body.externalLinks.wikidata).toBe(body.externalLinks.kb)
      expect(data.serverConfig).toEqual({
        ...rest,
        mode: enumName(body.mode),
        kb: { ...body.kb, mode: enumName(body.kb.mode) },
        externalLinks: { kb: body.externalLinks.kb, videoSources: body.externalLinks.videoSources },
      })
      return body
    } finally {
      await api.stop()
    }
  }

  it('has documented defaults and aliases (H-02, H-03, H-05)', async () => {
    const kb = { mode: 'online', url: 'https://www.wikidata.org/w/api.php', idMapping: null, allowExternalLinks: true }
    expect(await configOf({})).toEqual({
      mode: 'multi-user',
      allowRegistration: false,
      kb,
      wikidata: kb,
      externalLinks: { kb: true, wikidata: true, videoSources: true },
    })
  })

  it('offline: links follow their switches, the mapping is read at startup (H-03, H-04)', async () => {
    const path = join(tmpdir(), `parallax-mapping-${process.pid}.json`)
    writeFileSync(path, '{"Q1":"local-1"}')
    const offline = {
      KB_MODE: 'offline',
      KB_URL: 'http://kb.local/api',
      ALLOW_EXTERNAL_LINKS: 'false',
      ALLOW_EXTERNAL_VIDEO_SOURCE_LINKS: '1',
      ALLOW_REGISTRATION: 'true',
    }
    expect(await configOf({ ...offline, KB_ID_MAPPING_PATH: path })).toMatchObject({
      allowRegistration: true,
      kb: { mode: 'offline', url: 'http://kb.local/api', idMapping: { Q1: 'local-1' }, allowExternalLinks: false },
      externalLinks: { kb: false, videoSources: true },
    })
    for (const [text, name] of [
      ['[1]', 'array'],
      ['{', 'broken'],
      [null, 'absent'],
    ] as const) {
      const bad = join(tmpdir(), `parallax-mapping-${process.pid}-${name}.json`)
      if (text !== null) writeFileSync(bad, text)
      expect((await configOf({ ...offline, KB_ID_MAPPING_PATH: bad })).kb.idMapping).toBeNull()
    }
    expect(
      (await configOf({ KB_MODE: 'online', ALLOW_EXTERNAL_LINKS: 'false', KB_ID_MAPPING_PATH: path })).kb,
    ).toMatchObject({ idMapping: null, allowExternalLinks: true })
  })
})

describe('the trace relay', () => {
  let api: TestApi
  const received: { url: string; type: string | undefined; body: string }[] = []
  let answer = 200
  const collector = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({
        url: request.url ?? '',
        type: request.headers['content-type'],
        body: Buffer.concat(parts).toString(),
      })
      if (answer !== 0) response.writeHead(answer).end('{}')
    })
  })

  beforeAll(async () => {
    await new Promise<void>((ready) => collector.listen(0, '127.0.0.1', ready))
    api = await startApi({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
    })
  })
  afterAll(async () => {
    await api.stop()
    collector.closeAllConnections()
    collector.close()
  })
  const post = (body: string, type = 'application/json') =>
    api.anonymous.post('/api/telemetry/traces', body, { 'content-type': type })

  it('hands spans on byte for byte with their content type (H-06)', async () => {
    const body = '{ "resourceSpans" : [ {"a": 1.0} ] }'
    const relayed = await post(body, 'application/json; charset=utf-8')
    expect([relayed.status, relayed.body]).toEqual([200, { status: 'ok' }])
    expect(received).toEqual([{ url: '/v1/traces', type: 'application/json; charset=utf-8', body }])
  })

  it('refuses what is too large, no JSON, or of another type (H-06, E-05)', async () => {
    received.length = 0
    const large = await post(JSON.stringify({ x: 'y'.repeat(1024 * 1024) }))
    expect([large.status, large.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect((await post(JSON.stringify({ x: 'y'.repeat(1024 * 1024 - 20) }))).status).toBe(200)
    expect((await post('{')).body.error).toBe('Invalid JSON body')
    expect((await post('')).status).toBe(400)
    expect((await post('<xml/>', 'application/xml')).status).toBe(400)
    expect(received).toHaveLength(1)
  })

  it('says when the collector refuses, is silent, or is gone (H-06)', async () => {
    answer = 400
    expect((await post('{}')).body).toMatchObject({ error: 'Trace collector rejected the request' })
    answer = 0
    const startedAt = performance.now()
    const silent = await post('{}')
    expect([silent.status, silent.body.error]).toEqual([502, 'Trace collector unreachable'])
    expect(performance.now() - startedAt).toBeLessThan(5000 + 1500 * slowness())
    collector.closeAllConnections()
    await new Promise((done) => collector.close(done))
    const gone = await post('{}')
    expect([gone.status, gone.body.error]).toEqual([502, 'Trace collector unreachable'])
  })
})
