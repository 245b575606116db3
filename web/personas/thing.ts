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

/** What a document names beside its rich text: other documents, by the keys that stand in one of its members. */
export interface Part {
  label: string
  /** Whether it names exactly one. */
  isOne?: boolean
  options: readonly { value: string; label: string }[]
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
  const named = Object.entries(parts).map(([name, { read }]) => [name, thing ? read(thing.body) : []] as const)
  return {
    name: thing?.name ?? '',
    gloss: thing ? typedOf(thing.gloss) : nothingTyped,
    parts: Object.fromEntries(named),
  }
}

/** The names of what a part names, the key of what is not there. */
export const namesOf = ({ options }: Part, values: readonly string[]) =>
  values.map((value) => options.find((one) => one.value === value)?.label ?? value).join(', ')

/** The fields of a draft as words, by name: what a person compares and chooses between. */
export function fieldsOf(list: List, draft: Draft): Record<string, { label: string; words: string }> {
  const words = texts.things
  const parts = Object.entries(list.parts ?? {}).map(
    ([name, part]) => [`part ${name}`, { label: part.label, words: namesOf(part, draft.parts[name] ?? []) }] as const,
  )
  return {
    name: { label: list.nameLabel ?? words.name, words: draft.name },
    gloss: { label: words.gloss, words: draft.gloss.text },
    ...Object.fromEntries(parts),
  }
}
