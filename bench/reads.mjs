// Compares the important reads with one PostgreSQL statement each that returns the same members, in turns and over 16
// connections each. Usage: node bench/reads.mjs [part of a row's name ...]
import { compare } from './compare.mjs'
import { fillReads, fillReferences } from './read-data.mjs'
import { graphqlReads } from './read-graphql.mjs'
import { restReads } from './read-rest.mjs'
import { startServer } from './server.mjs'

const wanted = process.argv.slice(2)
const server = await startServer()
try {
  server.cookie = await server.user('bench')
  const filled = await fillReads(server.databaseUrl, 'bench')
  const places = { ...filled, referringId: await fillReferences(server.databaseUrl, filled) }
  const rows = [...restReads(places), ...graphqlReads(places)]
  for (const row of rows)
    if (wanted.length === 0 || wanted.some((part) => row.what.includes(part))) await compare(server, row)
} finally {
  await server.stop()
}
