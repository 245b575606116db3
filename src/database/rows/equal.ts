import { all, is, type Condition } from './conditions.js'

/** Returns the condition that each column equals its value in the filter; an absent or null value adds no condition. */
export function equal<F extends object>(filter: F, columns: Partial<Record<keyof F, string>>): Condition {
  const pairs = Object.entries<string | undefined>(columns)
  return all(...pairs.map(([name, column]) => (column ? is(column, filter[name as keyof F]) : undefined)))
}
