// Measures the feed of changes, and checks the copies that `parallax follow` keeps after random kills.
// Usage: node bench/follow.mjs [--runs 20] [--ms 4000] [--seed 1]; with --runs 0 only the figures.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { followRound } from './follow-round.mjs'
import { quantile, seeded } from './ledger.mjs'
import { startServer } from './server.mjs'
import { upload } from './transfer.mjs'

const { values } = parseArgs({
  options: { runs: { type: 'string' }, ms: { type: 'string' }, seed: { type: 'string' } },
})
const runs = Number(values.runs ?? 20)
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const print = (what) => console.log(JSON.stringify(what))
const ms = (value) => Number(value.toFixed(1))
const followers = 100

const server = await startServer()
const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
const statements = new pg.Pool({ connectionString: server.databaseUrl, max: 1 })

const positionOf = async (cookie, query) =>
  (await fetch(`${server.url}/api/export/all?${query}`, { method: 'HEAD', headers: { cookie } })).headers.get(
    'x-export-position',
  )
const ask = async (cookie, query, since, wait = 0) => {
  const response = await fetch(`${server.url}/api/changes?${query}&since=${since}&wait=${wait}`, {
    headers: { cookie },
  })
  if (response.status !== 200) throw new Error(`the feed answered ${response.status}: ${await response.text()}`)
  const lines = (await response.text()).trim().split('\n')
  return { at: performance.now(), lines, ...JSON.parse(lines.at(-1)) }
}
const persona = (cookie, more) =>
  server.call(cookie, 'POST', '/api/personas', { name: 'Scout', role: 'R', informationNeed: '?', ...more })

async function throughput() {
  const data = join(server.folder, 'all.jsonl')
  spawnSync(process.execPath, [here('./generate.mjs'), '--out', data, '--scale', '4'], { stdio: 'inherit' })
  const cookie = await server.user('throughput')
  await persona(cookie)
  await server.call(cookie, 'PUT', '/api/world', { entities: [{ id: 'first' }] })
  let since = await positionOf(cookie, 'scope=own')
  await upload(server, cookie, '/api/import', data)
  const begun = performance.now()
  let lines = 0
  let answers = 0
  let resets = 0
  for (let more = true; more; answers += 1) {
    const answer = await ask(cookie, 'scope=own', since)
    lines += answer.lines.length - 1
    resets += answer.lines[0].startsWith('{"change":"reset"') ? 1 : 0
    ;({ position: since, more } = answer)
  }
  const seconds = (performance.now() - begun) / 1000
  const peakMB = Math.round(peak())
  print({
    what: 'changes read',
    lines,
    answers,
    resets,
    seconds: ms(seconds),
    linesPerSecond: Math.round(lines / seconds),
    peakMB,
  })
  const again = performance.now()
  const anew = await ask(cookie, 'scope=own', since.split('-').slice(0, 3).join('-'))
  const took = (performance.now() - again) / 1000
  const whole = anew.lines.length - 2
  print({
    what: 'copy sent anew',
    lines: whole,
    seconds: ms(took),
    linesPerSecond: Math.round(whole / took),
    peakMB: Math.round(peak()),
  })
}

async function latency() {
  const cookie = await server.user('latency')
  const slug = 'latency'
  const project = (await server.call(cookie, 'POST', '/api/projects', { name: slug, slug })).json()
  const scope = `scope=project:${project.id}`
  for (const query of ['scope=own', scope]) {
    const times = []
    let since = await positionOf(cookie, query)
    for (let i = 0; i < 100; i += 1) {
      const answer = ask(cookie, query, since, 30)
      await sleep(60 + 80 * Math.random())
      await persona(cookie, query === scope ? { projectId: project.id } : {})
      const committed = performance.now()
      const { at, position } = await answer
      times.push(at - committed)
      since = position
    }
    const figures = { p50: ms(quantile(times, 0.5)), p95: ms(quantile(times, 0.95)) }
    print({ what: 'from commit to follower, ms', followers: 1, scope: query.split(':')[0], ...figures })
  }

  const people = []
  for (let i = 0; i < followers; i += 1) {
    const name = `follower-${i}`
    const own = await server.user(name)
    const { id } = (await server.call(own, 'GET', '/api/user/profile')).json()
    await server.call(cookie, 'POST', `/api/projects/${project.id}/members`, { userId: id, role: 'project_manager' })
    people.push(own)
  }
  for (const [what, query] of [
    ['of one project, all woken', scope],
    ['of their own, one woken', 'scope=own'],
  ]) {
    const since = []
    for (const one of people) since.push(await positionOf(one, query))
    const times = []
    for (let round = 0; round < 10; round += 1) {
      const answers = people.map((one, i) => ask(one, query, since[i], 30))
      await sleep(1500)
      if (round === 0) await idle(what)
      const isOwn = query === 'scope=own'
      for (const writer of isOwn ? people : [cookie]) {
        await persona(writer, isOwn ? {} : { projectId: project.id })
        const committed = performance.now()
        const woken = isOwn ? [people.indexOf(writer)] : people.map((_, i) => i)
        for (const i of woken) {
          const { at, position } = await answers[i]
          times.push(at - committed)
          since[i] = position
        }
      }
    }
    const figures = { p50: ms(quantile(times, 0.5)), p95: ms(quantile(times, 0.95)) }
    print({ what: 'from commit to follower, ms', followers, which: what, ...figures })
  }
}

/** Measures the cost of waiting followers, in statements and processor time of the server. */
async function idle(what) {
  const count = async () =>
    Number(
      (await statements.query('select xact_commit as n from pg_stat_database where datname = current_database()'))
        .rows[0].n,
    )
  const cpu = () => {
    const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  }
  await sleep(1500)
  const [n, used] = [await count(), cpu()]
  await sleep(5000)
  await statements.query('select pg_stat_force_next_flush()').catch(() => undefined)
  const [after, later] = [await count(), cpu()]
  print({
    what: 'waiting',
    followers,
    which: what,
    statementsPerSecond: ms((after - n) / 5),
    cpuPercent: ms(((later - used) / 5) * 100),
  })
}

async function rounds() {
  const random = seeded(Number(values.seed ?? 1))
  const people = { admin: { cookie: server.admin } }
  for (const name of ['owner', 'member', 'guest']) people[name] = { cookie: await server.user(`round-${name}`) }
  for (const one of Object.values(people))
    one.id = (await server.call(one.cookie, 'GET', '/api/user/profile')).json().id
  await statements.query(`insert into videos (id, filename, path) values ('round', 'round.mp4', '/nowhere/round.mp4')`)
  const totals = { runs: 0, acts: 0, refused: 0, kills: 0, compared: 0, removed: 0, lines: 0, wrong: 0 }
  for (let i = 0; i < runs; i += 1) {
    const round = {
      url: server.url,
      people,
      videoId: 'round',
      folder: server.folder,
      ms: Number(values.ms ?? 4000),
      random,
    }
    const { wrong, ...counts } = await followRound(round)
    for (const [name, count] of Object.entries(counts)) totals[name] += count
    totals.runs += 1
    totals.wrong += wrong.length
    for (const one of wrong) console.error(`round ${i}: ${one}`)
    if (i % 10 === 9) print({ what: 'rounds so far', ...totals })
  }
  if (runs) print({ what: 'copies after rounds of kills', ...totals })
  if (totals.wrong) process.exitCode = 1
}

try {
  if (runs === 0) {
    await latency()
    await throughput()
  }
  await rounds()
} finally {
  await statements.end()
  await server.stop()
}
