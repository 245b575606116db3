import { all, is, type Condition } from './conditions.js'

/** Each column equals the value that the filter has under its name; an absent or null value adds no condition. */
export function equal<F extends object>(filter: F, columns: Partial<Record<keyof F, string>>): Condition {
  const pairs = Object.entries<string | undefined>(columns)
  return all(...pairs.map(([name, column]) => (column ? is(column, filter[name as keyof F]) : undefined)))
}
