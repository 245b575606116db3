import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { untilWaiting } from '../support/waiting.js'

let api: TestApi
let person: Person
beforeAll(async () => {
  api = await startApi()
  person = await api.person()
})
afterAll(() => api.stop())

let count = 0
const newKey = () => `key-${(count += 1)}`
const withKey = (key: string) => ({ 'idempotency-key': key })
const persona = (name: string) => ({ name, role: 'Analyst', informationNeed: 'Traffic' })
const create = (key: string, name: string, who = person) => who.post('/api/personas', persona(name), withKey(key))
const named = async (name: string) => {
  const rows = await api.app.services.db.selectFrom('personas').select('id').where('name', '=', name).execute()
  return rows.length
}

describe('what is kept of answers', () => {
  const write = (key: string, length: number, who: Person) =>
    who.post('/api/personas', { ...persona('long'), details: 'x'.repeat(length) }, withKey(key))
  const bytesOf = async (who: Person) => {
    const kept = `select coalesce(sum(octet_length(body)), 0)::int as bytes from idempotency_keys where user_id = $1`
    return (await api.app.services.pool.query(kept, [who.id])).rows[0].bytes as number
  }

  it('is no answer over 8 MiB: the request is not carried out a second time, and says that it was', async () => {
    const who = await api.person()
    const { id } = (await who.post('/api/personas', persona('long'))).body
    const of = (await who.post('/api/summaries', { videoId: 'v1', personaId: id, summary: 'A ferry.' })).body.id
    for (let n = 0; n < 9; n++)
      expect((await who.post(`/api/summaries/${of}/claims`, { text: 'x'.repeat(1_000_000) })).status).toBe(201)
    const query = `mutation { updateSummary(input: { id: "${of}", comment: "x" }) { summary { claims { text } } } }`
    const post = () => who.post('/graphql', { query }, withKey('bulk'))
    const { status, body } = await post()
    expect([status, body.errors, body.data.updateSummary.summary.claims.length]).toEqual([200, undefined, 9])
    const again = await post()
    expect([again.status, again.body.errors[0].extensions]).toMatchObject([409, { code: 'CONFLICT', carriedOut: true }])
    expect(await bytesOf(who)).toBe(0)
  })

  it('is no more than 64 MiB of one user; answers of the last hour stay before older ones', async () => {
    const who = await api.person()
    const { pool } = api.app.services
    await pool.query(
      `insert into idempotency_keys (user_id, key, request_hash, status, body, created_at)
       select $1, 'old-' || n, 'none', 201, repeat('y', 1048576), $2 from generate_series(1, 64) n`,
      [who.id, api.clock.now()],
    )
    expect((await write('late', 8000, who)).status).toBe(201)
    expect(await write('late', 8000, who)).toMatchObject({ status: 409, body: { carriedOut: true } })
    expect(await write('short', 100, who)).toMatchObject({ status: 201 })
    expect(await write('short', 100, who)).toMatchObject({ status: 201 })
    api.clock.forward(2 * 3600_000)
    try {
      expect((await write('later', 8000, who)).status).toBe(201)
      const replayed = await write('later', 8000, who)
      expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
      expect(await bytesOf(who)).toBeLessThan(100_000)
      const { rows } = await pool.query(`select count(*)::int as n from idempotency_keys where user_id = $1`, [who.id])
      expect(rows).toEqual([{ n: 67 }])
    } finally {
      api.clock.reset()
    }
  })
})

describe('a repeated POST with an Idempotency-Key', () => {
  it('gets the same status and bytes, and has one effect', async () => {
    const key = newKey()
    const first = await create(key, 'repeated')
    const second = await create(key, 'repeated')
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect([second.status, second.text, second.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true'])
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(await named('repeated')).toBe(1)
  })

  it('is recognised however its path is written', async () => {
    const key = newKey()
    const post = () => person.post('/%61pi/personas', persona('escaped'), withKey(key))
    const [first, second] = [await post(), await post()]
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect([second.status, second.text, second.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true'])
    expect(await named('escaped')).toBe(1)
  })

  it('leaves nothing in the database by which its password could be guessed fast', async () => {
    const admin = await api.admin()
    const body = { username: 'keyed', displayName: 'Keyed', password: 'password-1' }
    expect((await admin.post('/api/admin/users', body, withKey('password'))).status).toBe(201)
    const { rows } = await api.app.services.pool.query(
      `select request_hash from idempotency_keys where key = 'password'`,
    )
    const plain = createHash('sha256')
      .update(JSON.stringify(['POST', '/api/admin/users', body]))
      .digest('hex')
    expect(rows).toHaveLength(1)
    expect(rows[0].request_hash).not.toBe(plain)
  })

  it('has an effect each time without the header', async () => {
    for (let time = 0; time < 2; time += 1)
      expect((await person.post('/api/personas', persona('keyless'))).status).toBe(201)
    expect(await named('keyless')).toBe(2)
  })

  it('is 409 CONFLICT with another body, another path or another query, and changes nothing', async () => {
    const key = newKey()
    await create(key, 'taken')
    const others = [
      await create(key, 'taken by another'),
      await person.post('/api/projects', { name: 'taken', slug: 'taken' }, withKey(key)),
      await person.post('/api/personas?_=1', persona('taken'), withKey(key)),
    ]
    for (const { status, body } of others) {
      expect([status, body.code, body.message]).toEqual([
        409,
        'CONFLICT',
        'This Idempotency-Key belongs to another request',
      ])
    }
    expect([await named('taken'), await named('taken by another')]).toEqual([1, 0])
  })

  it('belongs to one user: the same key of somebody else is another one', async () => {
    const key = newKey()
    const other = await api.person()
    expect([(await create(key, 'shared key')).status, (await create(key, 'shared key', other)).status]).toEqual([
      201, 201,
    ])
    expect(await named('shared key')).toBe(2)
  })

  it('is a new request after 24 hours', async () => {
    const key = newKey()
    const first = await create(key, 'daily')
    api.clock.forward(23 * 3600 * 1000)
    expect((await create(key, 'daily')).text).toBe(first.text)
    api.clock.forward(2 * 3600 * 1000)
    const later = await create(key, 'daily')
    expect([later.status, later.text === first.text]).toEqual([201, false])
    expect((await create(key, 'daily')).text).toBe(later.text)
    api.clock.reset()
    expect(await named('daily')).toBe(2)
  })
})

describe('refusals and faults', () => {
  it('a refusal is kept like a success', async () => {
    const key = newKey()
    const body = { ...persona('refused'), projectId: '01900000-0000-7000-8000-000000000000' }
    const [first, second] = [
      await person.post('/api/personas', body, withKey(key)),
      await person.post('/api/personas', body, withKey(key)),
    ]
    expect([first.status, second.status, second.text]).toEqual([404, 404, first.text])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
  })

  it('a body that is not valid claims no key', async () => {
    const key = newKey()
    expect((await person.post('/api/personas', { name: '' }, withKey(key))).status).toBe(400)
    expect((await create(key, 'corrected')).status).toBe(201)
  })

  it('nobody signed in is 401, also where the key is known', async () => {
    const key = newKey()
    await create(key, 'private')
    expect((await create(key, 'private', api.anonymous)).status).toBe(401)
  })

  it('after a fault nothing is left behind and the request can be repeated', async () => {
    const key = newKey()
    const { db } = api.app.services
    await sql`alter table ontologies rename to ontologies_away`.execute(db)
    try {
      expect((await create(key, 'faulty')).status).toBe(500)
    } finally {
      await sql`alter table ontologies_away rename to ontologies`.execute(db)
    }
    expect(await named('faulty')).toBe(0)
    expect((await create(key, 'faulty')).status).toBe(201)
    expect(await named('faulty')).toBe(1)
  })

  it.each([
    ['empty', ' '],
    ['longer than 255', 'k'.repeat(256)],
    ['not ASCII', 'schlüssel'],
  ])('a key that is %s is 400', async (_, key) => {
    const answer = await create(key, 'bad key')
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, 'Idempotency-Key'])
  })
})

describe('at the same time', () => {
  it('50 duplicates have one effect: each answers 201 with the same body or 409', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(key, 'parallel')))
    const made = answers.filter(({ status }) => status === 201)
    const busy = answers.filter(({ status }) => status === 409)
    expect(made.length).toBeGreaterThan(0)
    expect(made.length + busy.length).toBe(50)
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
    for (const { body, headers } of busy) expect([body.code, headers.get('retry-after')]).toEqual(['CONFLICT', '1'])
    expect(await named('parallel')).toBe(1)
    expect((await create(key, 'parallel')).text).toBe(made[0]?.text)
  })

  it('50 different keys do not wait for each other', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(newKey(), 'many')))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201))
    expect(await named('many')).toBe(50)
  })
})

describe('a client that loses its connection before the answer', () => {
  it('finds its one effect and the answer when it repeats', async () => {
    const key = newKey()
    const body = JSON.stringify(persona('lost'))
    const { hostname, port } = new URL(api.url)
    const { db } = api.app.services
    // The lock keeps the response from being sent before the client has disconnected.
    const lock = await db.startTransaction().execute()
    await sql`lock table ontologies in access exclusive mode`.execute(lock)
    const socket = connect(Number(port), hostname)
    socket.write(
      [
        'POST /api/personas HTTP/1.1',
        `Host: ${hostname}`,
        `Cookie: ${person.cookie}`,
        'Content-Type: application/json',
        `Idempotency-Key: ${key}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    )
    await untilWaiting(api, 'relation')
    expect((await create(key, 'lost')).status).toBe(409)
    socket.destroy()
    await lock.rollback().execute()
    let answer = await create(key, 'lost')
    for (let tries = 0; answer.status === 409 && tries < 50; tries += 1) {
      await sleep(50)
      answer = await create(key, 'lost')
    }
    expect([answer.status, answer.headers.get('idempotency-replayed'), await named('lost')]).toEqual([201, 'true', 1])
  })
})

describe('acts behind the transaction', () => {
  it('a job is written once and handed to the queue only after the commit', async () => {
    const { db, queue } = api.app.services
    const seen: number[] = []
    const enqueue = queue.enqueue.bind(queue)
    queue.enqueue = async (...input) => {
      // This runs on another connection, which sees the row only after the commit.
      seen.push((await db.selectFrom('jobs').select('id').where('id', '=', input[1]).execute()).length)
      return enqueue(...input)
    }
    const made = await create(newKey(), 'of the job')
    await db.insertInto('videos').values({ id: 'v-key', filename: 'v.mp4', path: '/v.mp4' }).execute()
    const key = newKey()
    const request = { videoId: 'v-key', personaId: made.body.id }
    const generate = () => person.post('/api/videos/summaries/generate', request, withKey(key))
    const answers = [await generate(), await generate()]
    queue.enqueue = enqueue
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(answers[1]?.text).toBe(answers[0]?.text)
    expect(seen).toEqual([1])
  })
})

describe('a mutation with an Idempotency-Key', () => {
  const mutation =
    'mutation Make($input: CreatePersonaInput!) { createPersona(input: $input) { persona { id name owner { id } ontology { types { id } } } } }'
  const graph = (key: string | null, query: string, variables: object = {}, who = person) =>
    who.post('/graphql', { query, variables }, key === null ? {} : withKey(key))
  const make = (key: string | null, name: string, who = person) => graph(key, mutation, { input: persona(name) }, who)

  it('gets the same bytes again and has one effect, as in REST', async () => {
    const key = newKey()
    const [first, second] = [await make(key, 'graph'), await make(key, 'graph')]
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null])
    expect(first.body.data.createPersona.persona).toMatchObject({ owner: { id: person.id }, ontology: { types: [] } })
    expect([second.status, second.text, second.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true'])
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(await named('graph')).toBe(1)
  })

  it('is 409 CONFLICT with other variables or at the other door, and belongs to one user', async () => {
    const key = newKey()
    await make(key, 'graph taken')
    const otherDocument = mutation.replace(' name', '')
    for (const { status, body } of [
      await make(key, 'graph other'),
      await graph(key, otherDocument, { input: persona('graph taken') }),
    ]) {
      expect([status, body.errors[0].extensions.code]).toEqual([409, 'CONFLICT'])
    }
    expect((await create(key, 'graph taken')).status).toBe(409)
    expect((await make(key, 'graph taken', await api.person())).body.errors).toBeUndefined()
    expect([await named('graph taken'), await named('graph other')]).toEqual([2, 0])
  })

  it('keeps a refusal, and nothing of an operation of which a part is refused', async () => {
    const key = newKey()
    const two = `mutation ($a: CreatePersonaInput!, $b: VersionedIdInput!) {
      createPersona(input: $a) { persona { id } } deletePersona(input: $b) { __typename } }`
    const variables = { a: persona('half'), b: { id: '01900000-0000-7000-8000-000000000000' } }
    const [first, second] = [await graph(key, two, variables), await graph(key, two, variables)]
    expect(first.body).toMatchObject({ data: null, errors: [{ extensions: { code: 'NOT_FOUND' } }] })
    expect([second.text, second.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
    expect(await named('half')).toBe(0)
  })

  it('leaves nothing behind after a fault, and can be repeated', async () => {
    const key = newKey()
    const { db } = api.app.services
    await sql`alter table ontologies rename to ontologies_away`.execute(db)
    try {
      expect((await make(key, 'graph fault')).body.errors[0].extensions.code).toBe('INTERNAL_ERROR')
    } finally {
      await sql`alter table ontologies_away rename to ontologies`.execute(db)
    }
    expect(await named('graph fault')).toBe(0)
    expect((await make(key, 'graph fault')).body.errors).toBeUndefined()
    expect(await named('graph fault')).toBe(1)
  })

  it('has one effect of 30 at the same time', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 30 }, () => make(key, 'graph parallel')))
    const done = answers.filter(({ status }) => status === 200)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    for (const { status, headers } of answers.filter((one) => !done.includes(one)))
      expect([status, headers.get('retry-after')]).toEqual([409, '1'])
    expect(await named('graph parallel')).toBe(1)
  })

  it.each([
    ['a login', (input: string) => `mutation { login(input: ${input}) { account { userId } } }`],
    [
      'a login inside a fragment',
      (input: string) =>
        `mutation { ...Entry } fragment Entry on Mutation { login(input: ${input}) { account { userId } } }`,
    ],
  ])('a failed login with a key still counts towards the lockout: %s (AU-04)', async (_, documentOf) => {
    const { username } = await api.person()
    const document = documentOf(`{ username: "${username}", password: "wrong" }`)
    const codes: string[] = []
    for (let n = 1; n <= 5; n += 1) codes.push((await graph(newKey(), document)).body.errors[0].extensions.code)
    expect(codes).toEqual([...Array<string>(4).fill('UNAUTHENTICATED'), 'ACCOUNT_LOCKED'])
    const locked = await api.anonymous.post('/api/auth/login', { username, password: 'password-1' })
    expect([locked.status, locked.body.code]).toEqual([429, 'ACCOUNT_LOCKED'])
  })

  it('ignores the key of a query and refuses a malformed key', async () => {
    const key = newKey()
    for (let time = 0; time < 2; time += 1)
      expect((await graph(key, '{ me { id } }')).headers.get('idempotency-replayed')).toBeNull()
    expect((await make(key, 'graph query')).body.errors).toBeUndefined()
    const refused = await make(' ', 'graph bad key')
    expect([refused.status, refused.body.errors[0].extensions.details[0].field]).toEqual([400, 'Idempotency-Key'])
  })
})
