import { createApi } from '../api.js'
import { createApp } from '../app.js'
import { setUp, untilStopped, waitForDatabase } from './process.js'

const graceMs = 10_000

/** The API until it is told to stop; then it drains for at most ten seconds (CF-12). */
export async function serve(): Promise<number> {
  const ready = setUp()
  if (!ready) return 1
  const { config, log } = ready
  if (!(await waitForDatabase(config.database.url, log))) return 1
  const app = createApp(config, log)
  const server = await createApi(app)
  try {
    await server.listen({ host: config.host, port: config.port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    log.fatal(code === 'EADDRINUSE' ? `Port ${config.port} is taken; set PORT to another one` : String(error))
    await app.close()
    return 1
  }
  log.info(`listening on http://${config.host}:${config.port}`)
  await untilStopped()
  log.info('draining')
  const killer = setTimeout(() => process.exit(0), graceMs + 2000)
  await Promise.race([server.close(), new Promise((done) => setTimeout(done, graceMs).unref())])
  await app.close()
  clearTimeout(killer)
  return 0
}
