import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The routes of docs/api.md in order, each with its section and the statuses in its success and refusal columns. */
function documentedRoutes() {
  let section = ''
  return readFileSync(join(root, 'docs/api.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('## ')) section = line.slice(3)
      const [, method, path, success, refusals] =
        /^\| ([A-Z]+) \| `(\/api\S*)` \| [^|]+ \| [^|]+ \| ([^|]+) \|([^|]*)\|$/.exec(line) ?? []
      if (!method) return []
      const statuses = [...`${success.replace(/`[^`]*`/g, '')} ${refusals}`.matchAll(/\b[2-5]\d\d\b/g)].map(
        ([status]) => Number(status),
      )
      return [{ section, method, path, pattern: patternOf(path), statuses: [...new Set(statuses)].sort() }]
    })
}

/** A pattern for the URLs of a documented path: each `:parameter` matches one segment. */
function patternOf(path) {
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}/?$`)
}

/** Reads the records of a run: the names of the tests by route and status. */
function recordedTests(routes, folder) {
  // Fixed segments win over parameters, as in the router.
  const fixedFirst = [...routes].sort((a, b) => (a.path.match(/:/g)?.length ?? 0) - (b.path.match(/:/g)?.length ?? 0))
  const tests = new Map()
  for (const file of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      const { method, path, status, suite, test } = JSON.parse(line)
      const route = fixedFirst.find((one) => one.method === method && one.pattern.test(path))
      if (!route) continue
      const key = `${route.method} ${route.path} ${status}`
      const name = test ? `${suite}: ${test.replaceAll(' > ', ' › ')}` : `${suite}: its preparation`
      if (!tests.has(key)) tests.set(key, new Set())
      tests.get(key).add(name)
    }
  }
  return tests
}

/**
 * Returns a function that picks, out of the tests for one status, the one that receives the fewest different statuses
 * and so is most about this one. Requests made while a suite prepares are picked last.
 */
function mostSpecific(tests) {
  const spread = new Map()
  for (const names of tests.values())
    for (const name of names) spread.set(name, (spread.get(name) ?? 0) + (name.endsWith('preparation') ? 1000 : 1))
  return (names) => [...names].sort((a, b) => spread.get(a) - spread.get(b) || (a < b ? -1 : 1))[0]
}

/**
 * Statuses that only a server in a process of its own can answer, where nothing is recorded: the threads of this one
 * must not hang.
 */
const fromProcesses = new Map([['GET /api/health 503', ['tests/operations/start.test.ts: a process of its own']]])

/**
 * For every status that docs/api.md documents for a route, a test that got it, out of the records of a test run (the
 * folder COVERAGE_DIR, see tests/support/record-routes.ts): the page, and the statuses that no test got.
 */
export function coverageOf(folder) {
  const routes = documentedRoutes()
  const tests = recordedTests(routes, folder)
  const best = mostSpecific(tests)
  const missing = []
  const lines = []
  let section = ''
  for (const route of routes) {
    if (route.section !== section) {
      section = route.section
      lines.push('', `## ${section}`, '', '| method | path | status | test |', '|---|---|---|---|')
    }
    for (const status of route.statuses) {
      const got = `${route.method} ${route.path} ${status}`
      const names = tests.get(got) ?? fromProcesses.get(got)
      if (!names) missing.push(got)
      lines.push(
        `| ${route.method} | \`${route.path}\` | ${status} | ${names ? best(names).replaceAll('|', '\\|') : '**none**'} |`,
      )
    }
  }
  const total = routes.reduce((sum, { statuses }) => sum + statuses.length, 0)
  const head = [
    '# Which test got which status',
    '',
    'Every status that `docs/api.md` documents for a route, and a test that got it from a running server: the one that',
    'asks for the least else.',
    '',
    `${total - missing.length} of ${total} statuses of ${routes.length} routes.`,
  ]
  return { page: `${[...head, ...lines].join('\n')}\n`, missing }
}
