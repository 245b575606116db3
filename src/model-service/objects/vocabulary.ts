import { objectClasses, type ObjectClass } from './coco.js'
import { kindsOf, sensesOf, type Synset } from './wordnet.js'

/** Words that somebody has put down, in lower case, and the classes that each of them means, which may be none. */
export type WrittenVocabulary = Readonly<Record<string, readonly string[]>>

const names = new Set(objectClasses.map(({ name }) => name))

/** The classes that a detector tells apart, by the name that it has for each. */
export const isClass = (name: string): boolean => names.has(name)

/** A term as it is compared: in lower case, with one blank between its words. */
export const plainTerm = (term: string): string =>
  term
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

const remembered = new Map<string, readonly string[]>()
const mostRemembered = 2000

/**
 * The detector's classes that a term means, by name: what is written down of it, else the class of that name, else what
 * WordNet says. There a term means a class that it is a kind of (a pedestrian is a person), or all classes that are
 * kinds of it (cars and trucks are vehicles), in the most frequent meaning of the term that leads to a class at all.
 * Words before the noun are left away until it is known. Empty for what the detector cannot see.
 */
export function classesOf(term: string, written: WrittenVocabulary): readonly string[] {
  const words = plainTerm(term).split(' ')
  for (let from = 0; from < words.length; from++) {
    const phrase = words.slice(from).join(' ')
    // Also a word whose singular is another one: people.
    if (Object.hasOwn(written, phrase)) return written[phrase]!
    for (const noun of singularsOf(phrase)) {
      const own = Object.hasOwn(written, noun) ? written[noun] : undefined
      if (own) return own
      if (names.has(noun)) return [noun]
      const found = fromWordnet(noun)
      if (found) return found
    }
  }
  return []
}

/** Undefined for a noun that WordNet does not know. */
function fromWordnet(noun: string): readonly string[] | undefined {
  const known = remembered.get(noun)
  if (known) return known
  const senses = sensesOf(noun)
  if (!senses.length) return undefined
  const found = senses.map(classesOfSense).find((classes) => classes.length > 0) ?? []
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(noun, found)
  return found
}

function classesOfSense(sense: Synset): string[] {
  const kinds = kindsOf(sense)
  const above = [...classKinds()].filter(([{ own }]) => kinds.has(own))
  if (above.length) return above.map(([{ name }]) => name)
  return [...classKinds()].filter(([, kindsOfClass]) => kindsOfClass.has(sense)).map(([{ name }]) => name)
}

interface PlacedClass {
  name: string
  own: Synset
}

let placed: Map<PlacedClass, Set<Synset>> | undefined

/** Each class with its own meaning, and all that it is a kind of. */
function classKinds(): Map<PlacedClass, Set<Synset>> {
  placed ??= new Map(objectClasses.map((one) => [{ name: one.name, own: meaningOf(one) }, kindsOf(meaningOf(one))]))
  return placed
}

function meaningOf({ noun, sense }: ObjectClass): Synset {
  const found = sensesOf(noun)[sense - 1]
  if (found === undefined) throw new Error(`WordNet has no meaning ${sense} of ${noun}`)
  return found
}

/** Endings of plurals and what stands in their place, as WordNet's own `morphy` has them, and the common exceptions. */
const endings = [
  ['ies', 'y'],
  ['ches', 'ch'],
  ['shes', 'sh'],
  ['ses', 's'],
  ['xes', 'x'],
  ['zes', 'z'],
  ['ves', 'f'],
  ['ves', 'fe'],
  ['men', 'man'],
  ['s', ''],
] as const
const exceptions: Record<string, string> = {
  people: 'person',
  children: 'child',
  mice: 'mouse',
  geese: 'goose',
  oxen: 'ox',
}

/** The noun as it stands, then what it may be the plural of. */
function singularsOf(noun: string): string[] {
  const exception = exceptions[noun]
  if (exception) return [exception]
  const found = endings.filter(([ending]) => noun.endsWith(ending) && noun.length > ending.length + 1)
  return [noun, ...found.map(([ending, instead]) => noun.slice(0, -ending.length) + instead)]
}
