import { Worker } from 'node:worker_threads'
import { up as superviseAll } from '../embedded/up.js'

/** The command `up`: runs a whole installation on this machine, with migrations and seed. Returns the exit code. */
export function up(): Promise<number> {
  return superviseAll(process.env, { prepareDatabase })
}

/** In a thread, whose modules and memory go when it is done: this process holds on to its own as long as it runs. */
function prepareDatabase(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const thread = new Worker(new URL('./prepare-thread.js', import.meta.url), { env })
  signal.addEventListener('abort', () => void thread.terminate())
  return new Promise((done, fail) => {
    thread.once('error', fail)
    thread.once('exit', () => done())
  })
}
