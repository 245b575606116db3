import { Worker } from 'node:worker_threads'
import { up as superviseAll } from '../embedded/up.js'

/** The command `up`: runs a whole installation on this machine, with migrations and seed. Returns the exit code. */
export function up(): Promise<number> {
  return superviseAll(process.env, { prepareDatabase })
}

/**
 * Prepares the database in a thread, whose modules and memory are freed when it ends: this process keeps its own
 * modules and memory as long as it runs.
 */
function prepareDatabase(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const thread = new Worker(new URL('./prepare-thread.js', import.meta.url), { env })
  signal.addEventListener('abort', () => void thread.terminate())
  return new Promise((done, fail) => {
    thread.once('error', fail)
    thread.once('exit', () => done())
  })
}
