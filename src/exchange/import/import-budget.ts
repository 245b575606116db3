import type { Context } from '../../context.js'
import { Budget } from '../../lib/fairness/budget.js'

const split = 'Split the file, its parts in order of dependency: `parallax import` does it for files of any length.'

/** A hint for clients whose report would be too long. */
export const fewerNotes = `Most lines have something said about them: mend them, or take fewer at once. ${split}`

/**
 * Returns the budget of one import or preview: lines of the file, rows and bytes read back from the database, and time
 * on the event loop. It is larger than a request's budget for its answer, and ends when the request does.
 */
export function importBudget({ config, budget }: Pick<Context, 'config' | 'budget'>): Budget {
  const own = new Budget(config.importBudget, { objects: 'lines' })
  own.hint = split
  own.origin = budget.origin
  own.person = budget.person
  budget.onEnd((why) => own.end(why))
  return own
}
