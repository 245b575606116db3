import { brief } from '../lib/brief.js'
import { readable } from '../lib/readable.js'
import { language, texts } from '../texts.js'

const words = texts.history
/** The most characters of a value in a sentence. */
const most = 120

/** Returns a number from 0 to 1 as a percentage. */
export const percent = (value: number): string => words.percent(Math.round(value * 1000) / 10)

/** Returns any value of JSON in words: lists and objects without their brackets, cut where they are long. */
export const inWords = (value: unknown): string => brief(spelled(value), most)

/** Returns a clause on a value that is another one now, or that is there only before or after the change. */
export function changed(name: string, before: string, after: string): string {
  if (before === words.nothing) return words.set(name, after)
  return after === words.nothing ? words.unset(name, before) : words.from(name, before, after)
}

function spelled(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.nothing
  if (typeof value === 'boolean') return words.booleans[value ? 'yes' : 'no']
  if (typeof value === 'number') return value.toLocaleString(language)
  if (typeof value === 'string') return readable(value, words.unnamed)
  if (Array.isArray(value)) return value.length ? value.map(spelled).join(', ') : words.nothing
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return members.length ? members.map(([name, member]) => `${name} ${spelled(member)}`).join(', ') : words.nothing
}
