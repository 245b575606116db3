import type { Context } from '../context.js'
import { namesOf, referencesTo, type NamedThing } from '../documents/name-references.js'
import { typesOfPersonas } from './ontology.service.js'
import type { TypeKind } from './type-kinds.js'

// The detector labels objects with its own classes. The names and synonyms of a persona's types determine which type
// fits a label: the label is one of the names, or a class that corresponds to one of them.

/** A type of the persona that fits a label of a detector. */
export interface LabelType {
  typeId: string
  typeName: string
  typeKind: string
}

/**
 * The likeliest type of a label, and all types that fit, likeliest first: those with the label as a name, then those
 * that correspond to the fewest classes ("car" is rather a Car than a Vehicle).
 */
export interface TypeOfLabel {
  typeId: string | null
  typeName: string | null
  typeMatches: LabelType[]
}

export const noType: TypeOfLabel = { typeId: null, typeName: null, typeMatches: [] }

/** The classes for each requested word, from the model service. */
type ToldLabels = readonly { word: string; labels: readonly string[] }[] | null | undefined

export interface LabelTypes {
  /** The member of a request to the model service that asks for the classes of words; empty without types. */
  member: { type_words?: string[] }
  /** Returns the function that finds the types of a label, from the answer of the model service. */
  typesFrom(labels: ToldLabels): (label: string) => TypeOfLabel
}

/** The limits of the model service's request. */
const mostWords = 1000
const longestWord = 1000
/** The maximum number of types for one label. */
const mostMatches = 10

/** The kinds of types that a box can show, in the order of equally good matches. */
export const shownKinds: readonly TypeKind[] = ['entity', 'role']

/**
 * Prepares the search for the types of a persona that fit labels. Does not check access, because callers have already
 * read the persona. `kinds` are the kinds of types that are searched, in order of preference.
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
  // Names come before synonyms, so that a long list of synonyms does not displace a name.
  const words = [...types.map(({ names }) => names[0]!), ...types.flatMap(({ names }) => names.slice(1))]
    .map((word) => word.slice(0, longestWord))
    .filter((word) => word.trim() !== '')
  return {
    member: words.length ? { type_words: [...new Set(words)].slice(0, mostWords) } : {},
    typesFrom(labels) {
      const classes = new Map((labels ?? []).map(({ word, labels: of }) => [word, of]))
      const byLabel = new Map<string, TypeOfLabel>()
      /** Returns the number of classes of the narrowest name of the type, if the label is one of them. */
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
        const result = byLabel.get(label) ?? find(label)
        byLabel.set(label, result)
        return result
      }
    },
  }
}
