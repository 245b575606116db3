import { mainJob, type Client } from './job.js'

// node dist/src/main.js CLIENT URL USERNAME PASSWORD: does the job with one client and prints what came of it.

const clients: Record<string, () => Promise<{ open(url: string): Client }>> = {
  'hey-api': () => import('./hey-api.js'),
  'openapi-fetch': () => import('./openapi-fetch.js'),
  codegen: () => import('./codegen.js'),
  apollo: () => import('./apollo.js'),
  urql: () => import('./urql.js'),
  relay: () => import('./relay.js'),
  'gql-tada': () => import('./gql-tada.js'),
}

const [name = '', url, username, password] = process.argv.slice(2)
const load = clients[name]
if (!load || !url || !username || !password)
  throw new Error(`arguments: ${Object.keys(clients).join('|')} URL USERNAME PASSWORD`)
const { open } = await load()
console.log(JSON.stringify(await mainJob(open(url), { username, password })))
