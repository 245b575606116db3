import { validation, type FieldError } from '../lib/errors.js'
import { isObject } from '../lib/json-walk.js'

/**
 * Throws VALIDATION_ERROR for attributes of types whose choices are not a list of different texts, and for those whose
 * type or default value does not fit their choices. `at` is the path of the types, with a dot at its end.
 */
export function refuseWrongChoices(types: readonly object[], at: string): void {
  types.forEach((type, index) => refuseChoicesOf(type, `${at}${index}.`))
}

/** Does the same for one type. */
export function refuseChoicesOf(type: object, at = ''): void {
  const { attributes } = type as { attributes?: unknown }
  if (!Array.isArray(attributes)) return
  const faults = attributes.flatMap((one: unknown, index) => faultsOf(one, `${at}attributes.${index}`))
  if (faults.length) throw validation(faults.slice(0, mostFaults))
}

/** The maximum number of faults that are reported. */
const mostFaults = 100

/** Returns the faults of an attribute; members without choices may have any form, as all of a type. */
function faultsOf(attribute: unknown, at: string): FieldError[] {
  if (!isObject(attribute)) return []
  const { choices, type, defaultValue } = attribute
  if (choices === undefined || choices === null) return []
  const field = `${at}.choices`
  if (!Array.isArray(choices)) return [{ field, message: 'must be an array' }]
  if (!choices.length) return [{ field, message: 'must have at least 1 item' }]
  const faults: FieldError[] = []
  const seen = new Set<unknown>()
  choices.forEach((choice: unknown, index) => {
    const message =
      typeof choice !== 'string'
        ? 'must be a string'
        : choice.trim() === ''
          ? 'must not be empty'
          : seen.has(choice) && 'occurs twice'
    if (message) faults.push({ field: `${field}.${index}`, message })
    seen.add(choice)
  })
  if (type !== 'string') faults.push({ field: `${at}.type`, message: 'must be string, because there are choices' })
  if (defaultValue !== undefined && defaultValue !== null && !seen.has(defaultValue))
    faults.push({ field: `${at}.defaultValue`, message: 'must be one of the choices' })
  return faults
}
