import type { GlossItem } from './gloss.js'
import { isObject } from '../lib/json-walk.js'
import { folded, hasSignsOf, isWithSigns, joins, keyOf, wordsOf, type Word } from './name-words.js'
import { language } from './word-forms.js'

/** A type or world object that texts may name. */
export interface NamedThing {
  /** The reference to it. */
  item: GlossItem
  /** Its name and synonyms. */
  names: readonly string[]
  /**
   * How its names are used: as nouns (a kind of things, also in the plural), as verbs or nouns (a kind of events), or
   * for a single individual.
   */
  use: 'noun' | 'verb' | 'individual'
}

export interface References {
  /** Splits a text into rich text, in which the names in it are references. */
  glossOf(text: string): GlossItem[]
  /** Returns the text with the names of things in place of their ids. */
  namesForIds(text: string): string
  /** Returns the thing with this name, id or synonym, if exactly one has it. */
  find(name: string): NamedThing | undefined
  /**
   * Returns all things of which the whole text is a name or synonym, or an inflected form, in the order of the input.
   */
  namedBy(text: string): NamedThing[]
}

const synonymMembers = ['synonyms', 'aliases', 'alternativeNames']

/** Returns the name of a type or world object, and the synonyms that its body lists. */
export function namesOf(name: string, body: unknown): string[] {
  const synonyms = isObject(body) ? synonymMembers.flatMap((member) => body[member] ?? []) : []
  return [name, ...synonyms.filter((one) => typeof one === 'string')]
}

interface Candidate {
  thing: NamedThing
  name: string
  words: readonly Word[]
  /** The index of the word that may be inflected, and its base forms. */
  head: number
  bases: ReadonlySet<string>
  byVerb: boolean
}

interface Found {
  start: number
  end: number
  thing: NamedThing
}

/** Returns whether an id is not a word of a language: it has a digit, hyphen or underscore inside. */
const isOpaque = (id: string) => id.length >= 4 && /[\d_-]/.test(id)

/**
 * Prepares the search for names in texts: as whole words with their inflections, the longest first. A name that two
 * individuals share is not replaced, because it is ambiguous.
 */
export async function referencesTo(things: readonly NamedThing[]): Promise<References> {
  const { singular, infinitives, tagsOf } = await language()
  const nounBases = remembered((word: string) => new Set([word, singular(word)]))
  const verbBases = remembered((word: string) => new Set([word, ...infinitives(word)]))
  const byWord = new Map<string, Candidate[]>()
  const byName = new Map<string, NamedThing | null>()
  const byId = new Map<string, NamedThing>()
  const anyId = new Map<string, NamedThing>()

  const put = (candidate: Candidate) => {
    const first = candidate.words[0]!.lower
    for (const key of candidate.head === 0 ? new Set([first, ...candidate.bases]) : [first]) {
      const list = byWord.get(key)
      if (list) list.push(candidate)
      else byWord.set(key, [candidate])
    }
  }
  for (const thing of things) {
    const { item, names, use } = thing
    const id = folded(item.content)
    if (!anyId.has(id)) anyId.set(id, thing)
    if (isOpaque(id) && !byId.has(id)) byId.set(id, thing)
    for (const name of names) {
      const words = wordsOf(name)
      if (!words.length) continue
      const key = keyOf(words)
      const other = byName.get(key)
      if (other === undefined) byName.set(key, thing)
      else if (other !== thing) byName.set(key, use === 'individual' && other?.use === 'individual' ? null : other)
      const of = words.findIndex(({ lower }) => lower === 'of')
      const head = of > 0 ? of - 1 : words.length - 1
      if (use === 'individual') put({ thing, name, words, head: -1, bases: new Set(), byVerb: false })
      else put({ thing, name, words, head, bases: nounBases(words[head]!.lower), byVerb: false })
      if (use === 'verb') put({ thing, name, words, head: 0, bases: verbBases(words[0]!.lower), byVerb: true })
    }
  }
  const keysOf = remembered((word: string) => new Set([...nounBases(word), ...verbBases(word)]))

  /** Returns the end of the candidate in the text (an index of words) if it begins at the word `at`; else -1. */
  function endOf(candidate: Candidate, words: readonly Word[], at: number, text: string): number {
    const { words: name, head, bases, byVerb, thing } = candidate
    if (at + name.length > words.length) return -1
    if (!hasSignsOf(name, words[at]!, words[at + name.length - 1]!)) return -1
    for (const [i, wanted] of name.entries()) {
      const word = words[at + i]!
      if (i > 0) {
        const between = text.slice(words[at + i - 1]!.end, word.start)
        if (!joins(between, candidate.name.slice(name[i - 1]!.end, wanted.start))) return -1
      }
      if (i === head) {
        const own = byVerb ? verbBases(word.lower) : nounBases(word.lower)
        if (isWithSigns(name) ? word.lower !== wanted.lower : ![...own].some((base) => bases.has(base))) return -1
      } else if (word.lower !== wanted.lower) return -1
      // The one-word name of an individual must be written exactly like this: Rose is a person, a rose is a flower.
      if (thing.use === 'individual' && name.length === 1 && !isWrittenAs(word.text, wanted.text)) return -1
    }
    return at + name.length
  }

  function search(text: string): Found[] {
    const words = wordsOf(text)
    let tags: ReadonlyMap<number, ReadonlySet<string>> | undefined
    const found: Found[] = []
    for (let at = 0; at < words.length; at++) {
      const fits: { candidate: Candidate; end: number }[] = []
      for (const key of keysOf(words[at]!.lower))
        for (const candidate of byWord.get(key) ?? []) {
          const end = endOf(candidate, words, at, text)
          if (end < 0 || !standsAlone(text, ...stretchOf(candidate, words[at]!, words[end - 1]!))) continue
          if (isWord(candidate) && !playsItsPart(candidate, words, at, (tags ??= tagsOf(text)))) continue
          if (
            isNoun(candidate) &&
            isSingular(candidate, words[end - 1]!) &&
            describes(words, end, text, (tags ??= tagsOf(text)))
          )
            continue
          fits.push({ candidate, end })
        }
      if (!fits.length) continue
      const longest = Math.max(...fits.map(({ end }) => end))
      const best = fits.filter(({ end }) => end === longest).map(({ candidate }) => candidate)
      const individuals = new Set(best.filter(({ thing }) => thing.use === 'individual').map(({ thing }) => thing))
      const thing = individuals.size === 1 ? [...individuals][0] : individuals.size ? undefined : best[0]?.thing
      const candidate = best.find((one) => one.thing === thing)
      if (thing && candidate) {
        const [start, end] = stretchOf(candidate, words[at]!, words[longest - 1]!)
        found.push({ start, end, thing })
      }
      at = longest - 1
    }
    return found
  }

  function ids(text: string): Found[] {
    if (!byId.size) return []
    return [...text.matchAll(/[\p{L}\p{N}_][\p{L}\p{N}_:-]{3,}/gu)].flatMap(({ 0: id, index }) => {
      const thing = byId.get(folded(id))
      return thing ? [{ start: index, end: index + id.length, thing }] : []
    })
  }

  return {
    glossOf(text) {
      const marked = ids(text)
      const outside = (one: Found) => !marked.some(({ start, end }) => one.start < end && start < one.end)
      const all = [...marked, ...search(text).filter(outside)].sort((a, b) => a.start - b.start)
      return itemsOf(text, all, new Set(marked))
    },
    namesForIds: (text) => itemsWithin(text, ids(text)),
    find: (name) => anyId.get(folded(name)) ?? byName.get(keyOf(wordsOf(name))) ?? undefined,
    namedBy(text) {
      const words = wordsOf(text)
      const near = words[0] ? [...keysOf(words[0].lower)].flatMap((key) => byWord.get(key) ?? []) : []
      const fits = near.filter((one) => !one.byVerb && endOf(one, words, 0, text) === words.length)
      const named = new Set(fits.map(({ thing }) => thing))
      return things.filter((thing) => named.has(thing))
    },
  }
}

/** Returns the function with its results cached, because words recur. */
function remembered<Result>(of: (word: string) => Result): (word: string) => Result {
  const results = new Map<string, Result>()
  return (word) => {
    let result = results.get(word)
    if (result === undefined) results.set(word, (result = of(word)))
    return result
  }
}

function itemsWithin(text: string, found: readonly Found[]): string {
  return itemsOf(text, found, new Set(found))
    .map((item) => (typeof item['text'] === 'string' ? item['text'] : item.content))
    .join('')
}

/**
 * Returns an item for each stretch of the text; `text` of a reference is the wording in the text, unless that is an id.
 */
function itemsOf(text: string, found: readonly Found[], ids: ReadonlySet<Found>): GlossItem[] {
  const items: GlossItem[] = []
  let from = 0
  for (const one of found) {
    if (one.start > from) items.push({ type: 'text', content: text.slice(from, one.start) })
    const wording = ids.has(one) ? one.thing.names[0] : text.slice(one.start, one.end)
    items.push({ ...one.thing.item, ...(wording !== undefined && { text: wording }) })
    from = one.end
  }
  if (from < text.length || !items.length) items.push({ type: 'text', content: text.slice(from) })
  return items
}

/** Returns whether a word is written like the name; a name with a capital may also be written all in capitals. */
const isWrittenAs = (word: string, name: string) =>
  name === name.toLowerCase()
    ? folded(word) === folded(name)
    : word.normalize('NFC') === name.normalize('NFC') ||
      (name.length > 3 && isCapitals(word) && folded(word) === folded(name))

/** Returns the position of the name in the text, including its signs. */
const stretchOf = ({ words }: Candidate, first: Word, last: Word): [start: number, end: number] => [
  first.start - words[0]!.signsBefore.length,
  last.end + words.at(-1)!.signsBehind.length,
]

/** Returns whether the stretch is not adjacent to a letter, a digit or a sign of an address or compound. */
function standsAlone(text: string, start: number, end: number): boolean {
  return (
    !/(?:[\p{L}\p{N}][-‐]|[@_/#\\]|[\p{L}\p{N}]\.)$/u.test(text.slice(Math.max(0, start - 2), start)) &&
    !/^(?:[-‐][\p{L}\p{N}]|[@_/\\]|\.[\p{L}\p{N}])/u.test(text.slice(end, end + 2))
  )
}

/**
 * Returns whether the name could also be a common word with another meaning; a name with signs, such as C++, could not.
 */
const isWord = ({ words, thing }: Candidate) => words.length === 1 && thing.use !== 'individual' && !isWithSigns(words)

const isNoun = ({ byVerb, thing, words }: Candidate) => !byVerb && thing.use !== 'individual' && !isWithSigns(words)

const isSingular = ({ words }: Candidate, word: Word) => words.at(-1)!.lower === word.lower

/** Returns whether the noun before the word at `end` only describes the next noun: "guard rail", "landing strip". */
function describes(
  words: readonly Word[],
  end: number,
  text: string,
  tags: ReadonlyMap<number, ReadonlySet<string>>,
): boolean {
  const [last, next] = [words[end - 1]!, words[end]]
  if (!next || text.slice(last.end, next.start) !== ' ' || next.text !== next.text.toLowerCase()) return false
  const own = tags.get(next.start)
  return !!own?.has('Noun') && own.has('Singular') && !own.has('Verb') && !own.has('Pronoun')
}

/** After these a word is a noun, even if it looks like a verb: "two cranes stand". */
const beforeNouns = ['Determiner', 'Value', 'Adjective', 'Possessive']

/** Returns whether the word is a noun or verb in its sentence, as in the name. */
function playsItsPart(
  { byVerb, words: name }: Candidate,
  words: readonly Word[],
  at: number,
  tags: ReadonlyMap<number, ReadonlySet<string>>,
): boolean {
  const [word, wanted] = [words[at]!, name[0]!]
  const own = tags.get(word.start)
  // A word in capitals is quoted; a capitalised word before a number is the name of something else: "Bus 121".
  if (isCapitals(word.text) && !isCapitals(wanted.text)) return false
  if (isCapital(word.text) && /^\p{N}/u.test(words[at + 1]?.text ?? '')) return false
  if (!own) return true
  const before = at > 0 ? tags.get(words[at - 1]!.start) : undefined
  const isNoun = !own.has('Verb') || own.has('Noun') || beforeNouns.some((tag) => before?.has(tag))
  if (!byVerb) return isNoun
  if (!own.has('Verb')) return word.lower === wanted.lower && own.has('Noun')
  if (own.has('Gerund')) return true
  // With an indefinite object a verb often means something else: "leaves a gap".
  if (['a', 'an', 'no', 'some', 'any'].includes(words[at + 1]?.lower ?? '')) return false
  // Of two adjacent verbs the second counts only after an auxiliary, so it does not count in "turn left".
  return !before?.has('Verb') || before.has('Auxiliary') || before.has('Copula')
}

const isCapital = (word: string) => word[0] !== word[0]?.toLowerCase()
const isCapitals = (word: string) => word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()
