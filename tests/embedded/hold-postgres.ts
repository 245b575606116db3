import { startEmbeddedPostgres } from '../../src/database/launch/embedded-postgres.js'

// Starts PostgreSQL on the given data folder, prints its URL and process id, and keeps it running until SIGTERM.
const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', settings: { shared_buffers: '16MB' } })
// Installed before the output below, so that a signal sent after reading that output is always handled.
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid, adopted: server.adopted })}\n`)
setInterval(() => undefined, 60_000)
