import type { JsonObject } from '../lib/json-walk.js'
import { setOwn } from '../lib/json-walk.js'
import { camelCase } from '../videos/files/metadata.js'

/** Names of members that are maps: their keys are names of tasks or models, not of fields. */
const maps: ReadonlySet<string> = new Set(['models', 'options', 'loaded_models', 'model_requirements'])

/**
 * Returns a copy of the document with a camelCase twin beside every snake_case field, at every level. The keys of maps
 * get no twins (M-01).
 */
export function withTwins(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withTwins(item))
  if (typeof value !== 'object' || value === null) return value
  const source = value as JsonObject
  const result: JsonObject = {}
  for (const [key, member] of Object.entries(source)) setOwn(result, key, withTwins(member, !isMap && maps.has(key)))
  if (isMap) return result
  for (const key of Object.keys(source)) {
    const twin = camelCase(key)
    if (twin !== key && !Object.hasOwn(source, twin)) setOwn(result, twin, result[key])
  }
  return result
}
