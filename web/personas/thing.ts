import type { GlossPartsFragment } from '../generated/graphql.js'
import { texts } from '../texts.js'
import { nothingTyped, typedOf, type Typed } from './references.js'

/** A type of an ontology or an object of a world: its document, and its rich text as it reads. */
export interface Thing {
  key: string
  name: string
  body: Record<string, unknown>
  gloss: readonly GlossPartsFragment[]
}

/** Documents by the list that they stand in, as they were at a version. */
export interface Things {
  version: number
  lists: Readonly<Record<string, readonly Thing[]>>
}

/** What a document says beside its name and its rich text: keys of other documents, words for kinds, or a moment. */
export interface Part {
  label: string
  /** How many there are of it, any number if absent; a moment is a text in UTC. */
  form?: 'one' | 'at most one' | 'moment'
  options: readonly { value: string; label: string }[]
  /** What a new document has of it. */
  initial?: readonly string[]
  /** Whether it is asked for beside what the other parts say; what is there is shown all the same. */
  fits?: (parts: Draft['parts']) => boolean
  read: (body: Record<string, unknown>) => string[]
  /** The members that change. */
  write: (body: Record<string, unknown>, values: readonly string[]) => Record<string, unknown>
}

/** A list: how it is called, and which members of its documents hold what. */
export interface List {
  label: string
  name: string
  gloss: string
  /** How its name is called where it is none. */
  nameLabel?: string
  /** The member that goes before that of the name, and out when the name is changed. */
  nameBefore?: string
  parts?: Readonly<Record<string, Part>>
}

/** A document as it is edited. */
export interface Draft {
  name: string
  gloss: Typed
  parts: Record<string, string[]>
}

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

/** The names of what a part names, the key of what is not there; a moment by the clock of the place. */
export function namesOf({ form, options }: Part, values: readonly string[]): string {
  if (form === 'moment') return values.map(texts.things.moment).join(', ')
  return values.map((value) => options.find((one) => one.value === value)?.label ?? value).join(', ')
}

/** The members of a document that change where its parts are to be as in a draft; a new one has them all. */
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

export const isSame = (one: readonly string[] | undefined, other: readonly string[] | undefined) =>
  JSON.stringify(one ?? []) === JSON.stringify(other ?? [])

/** The fields of a draft as words, by name: what a person compares and chooses between. */
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
