import { startEmbeddedPostgres } from '../../src/database/embedded-postgres.js'

// Starts the server of the folder given, prints where it is and holds it until a signal comes.
const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', settings: { shared_buffers: '16MB' } })
// Before it is told where the server is, nobody can send the signal; after, it is heard.
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid, adopted: server.adopted })}\n`)
setInterval(() => undefined, 60_000)
