import { readConfig } from '../config.js'
import { up as superviseAll } from '../embedded/up.js'
import { prepareDatabase } from './migrate.js'

export function up(): Promise<number> {
  return superviseAll(process.env, { prepareDatabase: (env) => prepareDatabase(readConfig(env)) })
}
