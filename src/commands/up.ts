import { readConfig } from '../config.js'
import { up as superviseAll } from '../embedded/up.js'
import { prepareDatabase } from './migrate.js'

/** The command `up`: runs a whole installation on this machine, with migrations and seed. Returns the exit code. */
export function up(): Promise<number> {
  return superviseAll(process.env, { prepareDatabase: (env) => prepareDatabase(readConfig(env)) })
}
