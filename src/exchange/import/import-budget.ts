import type { Context } from '../../context.js'
import { Budget } from '../../lib/budget.js'

const split = 'Split the file, its parts in order of dependency: `parallax import` does it for files of any length.'

/** How to get a report that is too long. */
export const fewerNotes = `Most lines have something said about them: mend them, or take fewer at once. ${split}`

/**
 * What one import or preview may use up: lines of the file, rows that are read back with their bytes, time of the event
 * loop. It is more than a request may take for its answer and ends when the request does.
 */
export function importBudget({ config, budget }: Pick<Context, 'config' | 'budget'>): Budget {
  const own = new Budget(config.importBudget, { objects: 'lines' })
  own.hint = split
  budget.onEnd((why) => own.end(why))
  return own
}
