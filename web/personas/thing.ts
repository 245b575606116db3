import type { GlossPartsFragment, OntologyTypeKind } from '../generated/graphql.js'
import type { Document } from '../lib/documents.js'
import { texts } from '../texts.js'
import { nothingTyped, typedOf, type Typed } from './references.js'

/** A type of an ontology or an object of a world: its document as it is sent, and its rich text with references. */
export interface Thing {
  key: string
  name: string
  document: Document
  gloss: readonly GlossPartsFragment[]
}

/** The documents of each list, at a version. */
export interface Things {
  version: number
  lists: Readonly<Record<string, readonly Thing[]>>
}

/** A further field of a document, besides its name and rich text: keys of other documents, a kind, a text and so on. */
export interface Part {
  label: string
  /**
   * The number of options, any if absent, or what the values are instead: a moment is one ISO text in UTC, a colour and
   * a text are one text each, attributes are texts in JSON.
   */
  form?: 'one' | 'at most one' | 'moment' | 'colour' | 'text' | 'texts' | 'attributes'
  /** Whether tables have no column for it. */
  isAside?: boolean
  /** Returns a value as a text, if it is none itself and no option. */
  says?: (value: string) => string
  options: readonly { value: string; label: string }[]
  /** The kind of ontology types that are its options, if new types can be created in the form. */
  makes?: OntologyTypeKind
  /** The values of a new document. */
  initial?: readonly string[]
  /** Returns whether the field is shown, given the other fields; a field with values is always shown. */
  fits?: (parts: Draft['parts']) => boolean
  read: (document: Document) => string[]
  /** Returns the document with these values. */
  write: (document: Document, values: readonly string[]) => Document
}

/** A list of documents: its label, and the fields with the name, the rich text and further fields. */
export interface List {
  label: string
  name: string
  gloss: 'gloss' | 'descriptionGloss'
  /** The label of the name, if it is not "name". */
  nameLabel?: string
  /** A field that takes precedence over the name and is removed when the name is changed. */
  nameBefore?: string
  parts?: Readonly<Record<string, Part>>
  /** Returns what is wrong with the values, by part; `before` is the document before the change. */
  faults?: (values: Draft['parts'], before: Document | undefined) => Readonly<Record<string, string>>
}

/** A document as it is edited; `parts` contains the values of its further fields. */
export interface Draft {
  name: string
  gloss: Typed
  parts: Record<string, string[]>
}

/** Returns the draft of a document; without a document, the draft of a new one. */
export function draftOf({ parts = {} }: List, thing?: Thing): Draft {
  const entries = Object.entries(parts).map(
    ([name, { read, initial = [] }]) => [name, thing ? read(thing.document) : [...initial]] as const,
  )
  return {
    name: thing?.name ?? '',
    gloss: thing ? typedOf(thing.gloss) : nothingTyped,
    parts: Object.fromEntries(entries),
  }
}

/**
 * Returns the values of a part as text: their labels, or the value itself if it has no label; moments in the local time
 * zone.
 */
export function namesOf({ form, options, says }: Part, values: readonly string[]): string {
  if (says) return values.map(says).join('; ')
  if (form === 'moment') return values.map(texts.things.moment).join(', ')
  return values.map((value) => options.find((one) => one.value === value)?.label ?? value).join(', ')
}

/** Returns the document with the parts of a draft that differ. */
export const withParts = ({ parts = {} }: List, before: Document, values: Draft['parts']): Document =>
  Object.entries(parts).reduce((document, [name, { read, write }]) => {
    const written = values[name] ?? []
    return isSame(written, read(before)) ? document : write(document, written)
  }, before)

/** Returns whether two lists of values are equal, in the same order. */
export const isSame = (one: readonly string[] | undefined, other: readonly string[] | undefined) =>
  JSON.stringify(one ?? []) === JSON.stringify(other ?? [])

/** Returns the fields of a draft as text, by name, for comparing and merging two drafts. */
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
