import type { GlossPartsFragment, OntologyTypeKind } from '../generated/graphql.js'
import { texts } from '../texts.js'
import { nothingTyped, typedOf, type Typed } from './references.js'

/** A type of an ontology or an object of a world: its stored JSON document, and its rich text resolved. */
export interface Thing {
  key: string
  name: string
  body: Record<string, unknown>
  gloss: readonly GlossPartsFragment[]
}

/** Documents by the list that contains them, as they were at a version. */
export interface Things {
  version: number
  lists: Readonly<Record<string, readonly Thing[]>>
}

/** A further field of a document, beside its name and rich text: keys of other documents, a kind, or a moment. */
export interface Part {
  label: string
  /** How many values it has, any number if absent; a moment is one ISO text in UTC. */
  form?: 'one' | 'at most one' | 'moment'
  options: readonly { value: string; label: string }[]
  /** Of which kind of ontology types its options are, where new ones can be made. */
  makes?: OntologyTypeKind
  /** The values of a new document. */
  initial?: readonly string[]
  /** Whether the field is shown, given the other fields; one that has values is always shown. */
  fits?: (parts: Draft['parts']) => boolean
  read: (body: Record<string, unknown>) => string[]
  /** The members of the document that change when it is given these values. */
  write: (body: Record<string, unknown>, values: readonly string[]) => Record<string, unknown>
}

/** A list of documents: its label, and the members that hold the name, the rich text and further fields. */
export interface List {
  label: string
  name: string
  gloss: string
  /** The label of the name, if it is not called a name. */
  nameLabel?: string
  /** A member that takes precedence over that of the name, and is removed when the name is changed. */
  nameBefore?: string
  parts?: Readonly<Record<string, Part>>
  /** What is wrong with the values of the parts, by part; `body` is the document before it is changed. */
  faults?: (values: Draft['parts'], body: Record<string, unknown> | undefined) => Readonly<Record<string, string>>
}

/** A document in the form in which it is edited; `parts` holds the values of its further fields. */
export interface Draft {
  name: string
  gloss: Typed
  parts: Record<string, string[]>
}

/** The draft that a document is edited as; without a document that of a new one. */
export function draftOf({ parts = {} }: List, thing?: Thing): Draft {
  const said = Object.entries(parts).map(
    ([name, { read, initial = [] }]) => [name, thing ? read(thing.body) : [...initial]] as const,
  )
  return {
    name: thing?.name ?? '',
    gloss: thing ? typedOf(thing.gloss) : nothingTyped,
    parts: Object.fromEntries(said),
  }
}

/** The values of a part as text: labels, the key where there is none; a moment in the local time zone. */
export function namesOf({ form, options }: Part, values: readonly string[]): string {
  if (form === 'moment') return values.map(texts.things.moment).join(', ')
  return values.map((value) => options.find((one) => one.value === value)?.label ?? value).join(', ')
}

/** The members of a document that a draft's parts change; for a new document, those of all parts. */
export function writtenParts(
  { parts = {} }: List,
  before: Record<string, unknown> | undefined,
  values: Draft['parts'],
) {
  const changes = Object.entries(parts).map(([name, { read, write }]) => {
    const said = values[name] ?? []
    return before && isSame(said, read(before)) ? {} : write(before ?? {}, said)
  })
  return Object.assign({}, ...changes) as Record<string, unknown>
}

/** Whether two lists of values are equal, in the same order. */
export const isSame = (one: readonly string[] | undefined, other: readonly string[] | undefined) =>
  JSON.stringify(one ?? []) === JSON.stringify(other ?? [])

/** The fields of a draft as text, by name, for comparing and merging two drafts. */
export function fieldsOf(list: List, draft: Draft): Record<string, { label: string; words: string; part?: string }> {
  const words = texts.things
  const parts = Object.entries(list.parts ?? {}).map(
    ([name, part]) =>
      [`part ${name}`, { label: part.label, words: namesOf(part, draft.parts[name] ?? []), part: name }] as const,
  )
  return {
    name: { label: list.nameLabel ?? words.name, words: draft.name },
    gloss: { label: words.gloss, words: draft.gloss.text },
    ...Object.fromEntries(parts),
  }
}
