import type { Chunks } from './bytes.js'
import type { Listed } from './page.js'

/** A list whose rows are printed as one JSON array. */
export interface PrintedList<T> extends Listed<T> {
  print(rows: readonly T[]): string | Chunks | Promise<Chunks>
}
