// One round of followers that are killed during writes: `parallax follow` keeps copies of several scopes, users write
// and change each other's rights, and at the end each copy must equal the export, byte for byte.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../bin/parallax.mjs', import.meta.url))
const box = (frameNumber) => ({ frameNumber, x: 1, y: 2, width: 3, height: 4, isKeyframe: true })

/**
 * Runs a round. `people` are `admin`, `owner`, `member` and `guest`, each with `id` and `cookie`. Returns the numbers
 * of acts, kills and compared copies, and the faults found.
 */
export async function followRound({ url, people, videoId, folder, ms, random, quiet = async () => undefined }) {
  const pick = (list) => list[Math.floor(random() * list.length)]
  const wrong = []
  const counts = { acts: 0, refused: 0, kills: 0, compared: 0, removed: 0, lines: 0 }
  const call = async (who, method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { cookie: people[who].cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    // Other users change the targets of acts and the rights of the user: refusals are expected, faults are not.
    if (response.status >= 500 && response.status !== 503) wrong.push(`${method} ${path}: ${response.status} ${text}`)
    counts.acts += 1
    if (response.status >= 400) counts.refused += 1
    return response.status < 300 && text ? JSON.parse(text) : null
  }
  const slug = `round-${Math.floor(random() * 1e9).toString(36)}`
  const { id: projectId } = await call('owner', 'POST', '/api/projects', { name: slug, slug })
  const members = `/api/projects/${projectId}/members`
  await call('owner', 'POST', members, { userId: people.member.id, role: 'annotator' })

  const created = { personas: [], annotations: [], summaries: [], claims: [], shares: [] }
  const note = (kind, made) => {
    if (made?.id) created[kind].push(made.id)
    return made
  }
  const writer = () => pick(['owner', 'member', 'guest'])
  const place = () => (random() < 0.6 ? { projectId } : {})
  const world = () => (random() < 0.5 ? '/api/world' : `/api/projects/${projectId}/world`)
  const type = () => ({ id: pick(['ship', 'crane']), name: pick(['Ship', 'Vessel', 'Boat']), gloss: [] })
  const object = () => pick(['e1', 'e2', 'e3'])
  const acts = [
    async () =>
      note(
        'personas',
        await call(writer(), 'POST', '/api/personas', { name: 'Scout', role: 'R', informationNeed: '?', ...place() }),
      ),
    () => call(writer(), 'PUT', `/api/personas/${pick(created.personas)}`, { name: `Scout ${random()}` }),
    () => call(writer(), 'PUT', `/api/personas/${pick(created.personas)}/ontology`, { entities: [type()] }),
    () => random() < 0.3 && call(writer(), 'DELETE', `/api/personas/${pick(created.personas)}`),
    async () => {
      const link = { type: 'type', personaId: pick(created.personas), label: pick(['ship', 'crane']) }
      const linked = { type: 'object', label: object(), linkType: 'entity', ...place() }
      const target = random() < 0.5 ? link : linked
      const frames = { boxes: [box(0), box(5)] }
      note('annotations', await call(writer(), 'POST', '/api/annotations', { videoId, ...target, frames }))
    },
    () =>
      call(writer(), 'PATCH', `/api/annotations/${pick(created.annotations)}/sequence`, {
        upsert: [{ frameNumber: Math.floor(random() * 50), x: 1, y: 1, width: 2, height: 2 }],
      }),
    () => call(writer(), 'DELETE', `/api/annotations/${videoId}/${pick(created.annotations)}`),
    () =>
      call(writer(), 'PUT', world(), {
        entities: ['e1', 'e2', 'e3'].filter(() => random() < 0.6).map((id) => ({ id, name: `E ${random()}` })),
        entityCollections: random() < 0.5 ? [{ id: 'c1', name: 'C', entityIds: ['e1', 'e2'] }] : [],
      }),
    async () => {
      const body = { videoId, personaId: pick(created.personas), summary: 'A ferry leaves.' }
      note('summaries', await call(writer(), 'POST', '/api/summaries', body))
    },
    async () => {
      const parent = random() < 0.4 ? { parentClaimId: pick(created.claims) } : {}
      const path = `/api/summaries/${pick(created.summaries)}/claims`
      note('claims', await call(writer(), 'POST', path, { text: 'A ferry', ...parent }))
    },
    () => call(writer(), 'PUT', `/api/claims/${pick(created.claims)}`, { text: `A ferry ${random()}` }),
    () => random() < 0.5 && call(writer(), 'DELETE', `/api/claims/${pick(created.claims)}`),
    () =>
      call(writer(), 'POST', `/api/claims/${pick(created.claims)}/relations`, {
        targetClaimId: pick(created.claims),
        relationTypeId: 'supports',
      }),
    async () => {
      const shared = pick(['claim', 'summary', 'persona'])
      const resourceId = pick(created[{ claim: 'claims', summary: 'summaries', persona: 'personas' }[shared]])
      const to = people[pick(['member', 'guest', 'owner'])].id
      const body = { resourceType: shared, resourceId, sharedWithUserId: to, permissionLevel: 'forkable' }
      note('shares', await call(writer(), 'POST', '/api/sharing', body))
    },
    () => call(writer(), 'DELETE', `/api/sharing/${pick(created.shares)}`),
    () => call('owner', 'DELETE', `${members}/${people.member.id}`),
    () => call('owner', 'POST', members, { userId: people.member.id, role: pick(['annotator', 'viewer', 'reviewer']) }),
    () => call('owner', 'PUT', `${members}/${people.member.id}`, { role: pick(['annotator', 'viewer']) }),
    () => call('owner', 'PUT', `/api/projects/${projectId}`, { isArchived: random() < 0.3 }),
    () =>
      random() < 0.2 && call('admin', 'PUT', `/api/admin/users/${people.guest.id}`, { username: `guest-${random()}` }),
  ]

  const followed = [
    ['owner', ['--scope', 'own'], 'scope=own'],
    ['member', ['--scope', 'own'], 'scope=own'],
    ['guest', ['--scope', 'own'], 'scope=own'],
    ['member', ['--scope', `project:${projectId}`], `scope=project:${projectId}`],
    ['admin', ['--scope', 'all'], 'scope=all'],
  ].map(([who, args, query], i) => ({ who, args, query, folder: join(folder, `${slug}-${i}`) }))
  const start = ({ who, args, folder: to }, ...more) => {
    const env = { ...process.env, PARALLAX_URL: url, PARALLAX_COOKIE: people[who].cookie }
    const child = spawn(process.execPath, [program, 'follow', to, ...args, '--json', ...more], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (text) => (said += text))
    return { child, ended: new Promise((done) => child.once('exit', (code) => done({ code, said }))) }
  }

  let isOver = false
  const writing = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      await pick(acts)()
      await sleep(random() * 15)
    }
  })
  const killing = Array.from({ length: 2 }, async () => {
    while (!isOver) {
      const one = pick(followed.filter(({ isTaken }) => !isTaken))
      one.isTaken = true
      const { child, ended } = start(one)
      await Promise.race([ended, sleep(300 + random() * 1200)])
      if (child.exitCode === null) counts.kills += 1
      child.kill('SIGKILL')
      await ended
      one.isTaken = false
    }
  })
  await sleep(ms)
  isOver = true
  await Promise.all([...writing, ...killing])
  await quiet()

  for (const one of followed) {
    const { code, said } = await start(one, '--once').ended
    const response = await fetch(`${url}/api/export/all?${one.query}`, { headers: { cookie: people[one.who].cookie } })
    const expected = await response.text()
    const path = join(one.folder, 'copy.ndjson')
    const name = `${one.who} ${one.query}`
    if (response.status !== 200) {
      counts.removed += 1
      if (existsSync(path) || existsSync(join(one.folder, 'state.ndjson')))
        wrong.push(`${name}: the copy was not removed`)
    } else if (code !== 0) wrong.push(`${name}: follow ended with ${code}: ${said}`)
    else {
      const copy = readFileSync(path, 'utf8')
      counts.compared += 1
      counts.lines += expected.split('\n').length - 1
      if (copy !== expected) wrong.push(`${name}: ${firstDifference(copy, expected)}`)
    }
  }
  return { ...counts, wrong }
}

function firstDifference(copy, expected) {
  const [a, b] = [copy.split('\n'), expected.split('\n')]
  const at = b.findIndex((line, i) => line !== a[i])
  return `of ${b.length} lines (the copy has ${a.length}) line ${at} differs:\n${a[at]}\n${b[at]}`
}
