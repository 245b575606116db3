import { all, is, type Condition } from './conditions.js'

/** Each column equals what the filter has under its name; absent and null values let every row pass. */
export function equal<F extends object>(filter: F, columns: Partial<Record<keyof F, string>>): Condition {
  const pairs = Object.entries<string | undefined>(columns)
  return all(...pairs.map(([name, column]) => (column ? is(column, filter[name as keyof F]) : undefined)))
}
