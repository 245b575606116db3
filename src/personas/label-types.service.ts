import type { Context } from '../context.js'
import { namesOf, referencesTo, type NamedThing } from '../documents/name-references.js'
import { typesOfPersonas } from './ontology.service.js'
import type { TypeKind } from './type-kinds.js'

// The detector labels what it sees with its own classes. Which type of the persona such a label stands for is told by
// the names and synonyms of the types: a label may be one of them, or a class that one of them stands for.

/** A type of the persona that a label of a detector stands for. */
export interface LabelType {
  typeId: string
  typeName: string
  typeKind: string
}

/**
 * The likeliest type of a label, and all types that fit, likeliest first: those of which the label is a name, then
 * those that stand for the fewest classes ("car" is rather a Car than a Vehicle).
 */
export interface TypeOfLabel {
  typeId: string | null
  typeName: string | null
  typeMatches: LabelType[]
}

export const noType: TypeOfLabel = { typeId: null, typeName: null, typeMatches: [] }

/** What the model service tells of the words that it was asked for: the classes that each stands for. */
type ToldLabels = readonly { word: string; labels: readonly string[] }[] | null | undefined

export interface LabelTypes {
  /** The member of a request to the model service that asks for the classes of words; empty without types. */
  member: { type_words?: string[] }
  /** Returns the function that finds the types of a label, given what the model service has told. */
  told(labels: ToldLabels): (label: string) => TypeOfLabel
}

/** The bounds of the model service's request. */
const mostWords = 1000
const longestWord = 1000
/** The most types that one label names. */
const mostMatches = 10

/** Kinds of types that a box can show, in the order in which equally good matches are given. */
export const shownKinds: readonly TypeKind[] = ['entity', 'role']

/**
 * Prepares the search for the types of a persona that labels stand for. Access is not checked: callers have read the
 * persona before. `kinds` are the kinds of types that count, in order of preference.
 */
export async function typesForLabels(
  ctx: Context,
  personaId: string | null,
  kinds: readonly TypeKind[] = shownKinds,
): Promise<LabelTypes> {
  const [rows = []] = personaId === null ? [] : await typesOfPersonas(ctx, [personaId])
  const types = kinds
    .flatMap((kind) => rows.filter((row) => row.kind === kind && row.name.trim() !== ''))
    .map(({ kind, typeId, name, body }) => ({
      type: { typeId, typeName: name, typeKind: kind },
      item: { type: 'typeRef', content: typeId, refType: kind },
      names: namesOf(name, body),
      use: 'noun' as const,
    }))
  const references = types.length ? await referencesTo(types) : undefined
  // Names come before synonyms, so that a long list of synonyms pushes out no name.
  const words = [...types.map(({ names }) => names[0]!), ...types.flatMap(({ names }) => names.slice(1))]
    .map((word) => word.slice(0, longestWord))
    .filter((word) => word.trim() !== '')
  return {
    member: words.length ? { type_words: [...new Set(words)].slice(0, mostWords) } : {},
    told(labels) {
      const classes = new Map((labels ?? []).map(({ word, labels: of }) => [word, of]))
      const known = new Map<string, TypeOfLabel>()
      /** Returns how many classes the narrowest name of the type stands for, if the label is one of them. */
      const width = (names: readonly string[], label: string) =>
        names.reduce((narrowest, name) => {
          const of = classes.get(name.slice(0, longestWord))
          return of?.includes(label) ? Math.min(narrowest, of.length) : narrowest
        }, Infinity)
      const find = (label: string): TypeOfLabel => {
        const named = new Set<NamedThing>(references?.namedBy(label))
        const typeMatches = types
          .map((one) => ({ type: one.type, width: named.has(one) ? 0 : width(one.names, label) }))
          .filter((one) => one.width < Infinity)
          .sort((a, b) => a.width - b.width)
          .slice(0, mostMatches)
          .map(({ type }) => type)
        return { typeId: typeMatches[0]?.typeId ?? null, typeName: typeMatches[0]?.typeName ?? null, typeMatches }
      }
      return (label) => {
        const result = known.get(label) ?? find(label)
        known.set(label, result)
        return result
      }
    },
  }
}
