// Measures the cost of a request when the API runs as one, two or three processes. Processor time and SQL statements
// per request should stay the same, because the processes share no state that they would wait for.
// Usage: node bench/process-count.mjs
import { get, graphql, median, rounded } from './compare.mjs'
import { httpRequest, load } from './load.mjs'
import { nodeMs, postgresMs, postmasterOf } from './processes.mjs'
import { fillReads } from './read-data.mjs'
import { startServer } from './server.mjs'
import { statementsDuring } from './statements.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)

const personas = `query ($n: Int) { personas(first: $n) { nodes { id name role summaries { id } } } }`
const requestsOf = ({ summaryId, videoId }) => [
  { what: 'GET claims of a summary, 500', ...get(`/api/summaries/${summaryId}/claims`) },
  { what: 'GET annotations of a video, 500', ...get(`/api/annotations/${videoId}`) },
  { what: 'GraphQL 20 personas with summaries', ...graphql(personas, { n: 20 }, (data) => data) },
  {
    what: 'POST persona',
    method: 'POST',
    path: '/api/personas',
    body: JSON.stringify({ name: 'Persona', role: 'Analyst', informationNeed: 'Who?' }),
    expectStatus: 201,
  },
]

for (const processes of [1, 2, 3]) {
  const server = await startServer({ API_PROCESSES: String(processes) })
  try {
    const cookie = await server.user('bench')
    const places = await fillReads(server.databaseUrl, 'bench')
    const postmaster = await postmasterOf(server.databaseUrl)
    for (const { what, method, path, body, expectStatus = 200 } of requestsOf(places)) {
      const ask = () => server.call(cookie, method, path, body && JSON.parse(body))
      const statements = await statementsDuring(server, ask)
      const request = httpRequest({ method, path, body, headers: { Cookie: cookie } })
      const run = (forSeconds) =>
        load({ port: server.port, request, concurrency: 16, seconds: forSeconds, expectStatus })
      await run(1)
      const runs = []
      for (let round = 0; round < rounds; round++) {
        const before = [nodeMs(server.pid), postgresMs(postmaster)]
        const { answered, perSecond } = await run(seconds)
        runs.push({
          perSecond,
          node: (nodeMs(server.pid) - before[0]) / answered,
          postgres: (postgresMs(postmaster) - before[1]) / answered,
        })
      }
      const of = (name, digits) => rounded(median(runs.map((one) => one[name])), digits)
      console.log(
        JSON.stringify({
          processes,
          what,
          statementsBesideSession: statements,
          cpuMs: { node: of('node', 2), postgres: of('postgres', 2) },
          perSecond: of('perSecond', 0),
        }),
      )
    }
  } finally {
    await server.stop()
  }
}
