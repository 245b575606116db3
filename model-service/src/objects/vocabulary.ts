import { objectClasses, type ObjectClass } from './coco.js'
import { kindsOf, sensesOf, type Synset } from './wordnet.js'

/**
 * Words from the configuration or a request, in lower case, and the detector classes that each maps to, possibly none.
 */
export type WrittenVocabulary = Readonly<Record<string, readonly string[]>>

const names = new Set(objectClasses.map(({ name }) => name))

/** Returns whether the detector has a class of this name. */
export const isClass = (name: string): boolean => names.has(name)

/** Normalises a term for comparison: lower case, one space between its words. */
export const plainTerm = (term: string): string =>
  term
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

const remembered = new Map<string, readonly string[]>()
const mostRemembered = 2000

/**
 * Returns the names of the detector's classes that a term maps to: those of the written vocabulary, else the class of
 * that name, else those from WordNet. By WordNet a term maps to the classes that it is a kind of (a pedestrian is a
 * person), or to all classes that are kinds of it (cars and trucks are vehicles), in the most frequent sense of the
 * term that leads to any class. Leading words are dropped until the rest is a known term. Empty if the detector cannot
 * see the object.
 */
export function classesOf(term: string, written: WrittenVocabulary): readonly string[] {
  const words = plainTerm(term).split(' ')
  for (let from = 0; from < words.length; from++) {
    const phrase = words.slice(from).join(' ')
    // Look up the phrase as written first, because its singular may be another word ("people").
    if (Object.hasOwn(written, phrase)) return written[phrase]!
    for (const noun of singularsOf(phrase)) {
      const own = Object.hasOwn(written, noun) ? written[noun] : undefined
      if (own) return own
      if (names.has(noun)) return [noun]
      const classes = fromWordnet(noun)
      if (classes) return classes
    }
  }
  return []
}

/** Returns the classes that WordNet gives for a noun; undefined for an unknown noun. Results are cached. */
function fromWordnet(noun: string): readonly string[] | undefined {
  const cached = remembered.get(noun)
  if (cached) return cached
  const senses = sensesOf(noun)
  if (!senses.length) return undefined
  const classes = senses.map(classesOfSense).find((ofSense) => ofSense.length > 0) ?? []
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(noun, classes)
  return classes
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

/** Returns each class with its own synset, mapped to all synsets that it is a kind of. */
function classKinds(): Map<PlacedClass, Set<Synset>> {
  placed ??= new Map(objectClasses.map((one) => [{ name: one.name, own: meaningOf(one) }, kindsOf(meaningOf(one))]))
  return placed
}

function meaningOf({ noun, sense }: ObjectClass): Synset {
  const meaning = sensesOf(noun)[sense - 1]
  if (meaning === undefined) throw new Error(`WordNet has no meaning ${sense} of ${noun}`)
  return meaning
}

/** Plural endings and their singular, as in WordNet's own `morphy`; common irregular plurals follow. */
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
const exceptions = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['mice', 'mouse'],
  ['geese', 'goose'],
  ['oxen', 'ox'],
])

/**
 * Returns the noun as written, then the singulars that it may be the plural of; only the singular for an irregular
 * plural.
 */
function singularsOf(noun: string): string[] {
  const exception = exceptions.get(noun)
  if (exception) return [exception]
  const matching = endings.filter(([ending]) => noun.endsWith(ending) && noun.length > ending.length + 1)
  return [noun, ...matching.map(([ending, instead]) => noun.slice(0, -ending.length) + instead)]
}
