import type { HistoryQuery } from '../generated/graphql.js'
import { brief } from '../lib/brief.js'
import { readable } from '../lib/readable.js'
import { texts } from '../texts.js'
import { sequenceChanges, type FrameSaid } from './sequence-changes.js'
import { changed, inWords, percent } from './value-words.js'

const words = texts.history
type Change = Pick<HistoryQuery['history']['nodes'][number]['changes'][number], 'member' | 'before' | 'after'>

/** A change in words: a sentence, of one frame if it is about that alone, or a text whose differences are shown. */
export type Said = FrameSaid | { name: string; before: string; after: string }

/** The names of what has these ids or keys, as far as they are known. */
export type Names = ReadonlyMap<string, string>

/** Members that follow from others of the same change. */
const implied: readonly (readonly [member: string, from: string])[] = [
  ['type', 'label'],
  ['linkType', 'label'],
  ['reviewedBy', 'reviewState'],
  ['reviewedAt', 'reviewState'],
  ['originalText', 'text'],
  ['textSpans', 'text'],
]
const longTexts = new Set(['text', 'gloss', 'summary', 'details', 'informationNeed', 'comment', 'visualAnalysis'])
const states: Readonly<Record<string, string>> = texts.reviews.states
const sources: Readonly<Record<string, string>> = texts.tracks.sources

/** Returns the changes of an entry in words. */
export function saidOf(changes: readonly Change[], names: Names): Said[] {
  const members = new Set(changes.map(({ member }) => member))
  const isObject = changes.some(({ member, after }) => member === 'type' && after === 'OBJECT')
  return changes.flatMap((change): Said[] => {
    const { member, before, after } = change
    if (implied.some(([one, from]) => one === member && members.has(from))) return []
    if (member === 'frames') {
      const sentences = sequenceChanges(before, after)
      return sentences.length ? sentences : [{ sentence: words.sequence.sameBoxes }]
    }
    const name = member === 'label' && isObject ? words.members['object']! : (words.members[member] ?? member)
    if (!isText(member, before) && !isText(member, after)) return [{ sentence: changed(name, ...pair(change, names)) }]
    const [was, is] = [plainText(before, names), plainText(after, names)]
    // The rich text of a claim repeats its text.
    const isRepeated = member === 'gloss' && changes.some((one) => one.member === 'text' && one.after === is)
    return isRepeated || was === is ? [] : [{ name, before: was, after: is }]
  })
}

const isText = (member: string, value: unknown) => isRich(value) || (longTexts.has(member) && typeof value === 'string')

interface RichItem {
  content: string
  type?: string
}

const isRich = (value: unknown): value is RichItem[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one: { content?: unknown } | null) => typeof one?.content === 'string')

/** Returns a text without its formatting, with the names of what it refers to. */
function plainText(value: unknown, names: Names): string {
  if (!isRich(value)) return typeof value === 'string' ? value : ''
  return value
    .map(({ type = 'TEXT', content }) => (type.toUpperCase() === 'TEXT' ? content : nameOf(content, type, names)))
    .join('')
}

const nameOf = (key: string, type: string | undefined, names: Names) =>
  names.get(key) ?? readable(key, /^type/i.test(type ?? '') ? texts.gloss.unknownType : texts.gloss.unknownObject)

/** Returns the values before and after a change in words. */
function pair({ member, before, after }: Change, names: Names): [string, string] {
  const show = (value: unknown): string => {
    if (value === null || value === undefined) return words.nothing
    if (member === 'confidence' && typeof value === 'number') return percent(value)
    if (member === 'evidence' && Array.isArray(value)) return words.evidence(value.length)
    if (typeof value !== 'string') return inWords(value)
    if (member === 'label') return nameOf(value, 'TYPE', names)
    if (member === 'reviewState') return states[value.toUpperCase()] ?? value
    if (member === 'source') return sources[value.toUpperCase()] ?? value
    if (member.endsWith('At')) return texts.moment(value)
    return brief(names.get(value) ?? inWords(value))
  }
  return [show(before), show(after)]
}

/** Returns the ids that changes name, whose names are to be read. */
export function idsIn(changes: readonly Change[]): string[] {
  const found = new Set<string>()
  const add = (value: unknown) => {
    if (typeof value === 'string' && readable(value, '') === '') found.add(value)
  }
  for (const { member, before, after } of changes) {
    if (member === 'frames') continue
    for (const value of [before, after]) {
      add(value)
      if (isRich(value)) for (const item of value) for (const one of Object.values(item)) add(one)
    }
  }
  return [...found]
}
