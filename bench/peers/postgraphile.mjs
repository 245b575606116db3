// A server of PostGraphile on the database of a benchmark, for `npm run bench -- peers`. Arguments: the folder where it
// is installed, the connection string and the port. The header x-user names the person whose rows row level security
// shows; nothing is checked besides, so that a request costs it no look-up of a session.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [folder, connectionString, port] = process.argv.slice(2)
const require = createRequire(join(folder, 'package.json'))
const { postgraphile } = require('postgraphile')
const { PostGraphileAmberPreset } = require('postgraphile/presets/amber')
const { makePgService } = require('postgraphile/adaptors/pg')
const { grafserv } = require('postgraphile/grafserv/node')

const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString, schemas: ['public'], pubsub: false, poolConfig: { max: 16 } })],
  grafserv: { graphiql: false, watch: false, graphqlPath: '/graphql', maxRequestLength: 1e6 },
  grafast: {
    explain: false,
    context: ({ node }) => ({ pgSettings: { role: 'peer', 'peer.user': node?.req.headers['x-user'] ?? '' } }),
  },
  // Functions of the database are no operations.
  schema: {
    pgJwtSecret: undefined,
    defaultBehavior: '-queryField:function -mutationField:function -typeField:function',
  },
}
const pgl = postgraphile(preset)
const server = createServer()
await pgl.createServ(grafserv).addTo(server)
if (process.env.PEER_PRINT) {
  const { schema } = await pgl.getSchemaResult()
  console.log(require('graphql').printSchema(schema))
}
server.listen(Number(port), '127.0.0.1', () => console.log('ready'))
process.once('SIGTERM', () => process.exit(0))
