import { getNamedType, getNullableType, isEnumType, isListType, isNonNullType, isObjectType } from 'graphql'
import type { GraphQLEnumValue, GraphQLObjectType } from 'graphql'
import { keysOf } from '../../documents/document-members.js'
import { kindOf } from '../../documents/document-reading.js'
import { Fixed } from '../../lib/byte-writer.js'
import type { MemberKind } from '../../lib/described.js'
import { documentFieldOf } from '../document-fields.js'
import type { SelectedField } from '../documents/selection.js'
import { memberName, scratch, type Finder } from './finder.js'

// How a selection is printed from the bytes of stored documents (picked-documents.ts).

/** The members to pick from the object or the list of objects in a stored document, in the order of the answer. */
export interface Pick extends Finder {
  list: boolean
  /** The selected members; behind them those that are looked at, but not printed. */
  members: readonly PickedMember[]
  /** The number of selected members. */
  selected: number
  /**
   * Two texts for each selected member: the text before its value, and that text followed by the output for a missing
   * value. After these, the words of enums.
   */
  texts: readonly Fixed[]
  /**
   * Whether objects are first read in the order of the answer: nothing is renamed, computed or looked at without being
   * printed. Turns false after many objects had another order.
   */
  inOrder: boolean
  /** The objects that had another order, less those in the order of the answer. */
  misses: number
}

export interface PickedMember {
  /** Null for `__typename` and `extra`. */
  name: Fixed | null
  /** Whether everything else in the document is printed. */
  isExtra: boolean
  /** Whether it has the same name in the answer as in the document. */
  same: boolean
  /** The byte before its name in the answer: a brace or a comma. */
  opens: number
  /** For each possible first byte of a value, 1 where the member's type allows it. */
  starts: Uint8Array
  /** Whether its type is non-null. */
  required: boolean
  /** Set for numbers, whose value is checked: an Int must be whole, a Float finite. */
  number: 'Int' | 'Float' | null
  /** Of an enum: its words. */
  words: readonly PickedWord[] | null
  /** Of an object or a list of objects: what is picked from it. */
  below: Pick | null
  /** The index of the first member with the same name: its aliases show the same member of the document. */
  first: number
}

/** A word of an enum. */
export interface PickedWord {
  /** The JSON text of the word in documents. */
  stored: Fixed
  /** The index of the text that is printed for it. */
  text: number
}

/** With more selected members, the document is parsed and completed like a resolver's value. */
const mostMembers = 128

function bytesOf(text: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const byte of Buffer.from(text)) table[byte] = 1
  return table
}

/** The first bytes that a value may have, by the name of its scalar. */
export const starts: Record<string, Uint8Array> = {
  String: bytesOf('"'),
  ID: bytesOf('"'),
  Boolean: bytesOf('tf'),
  Int: bytesOf('-0123456789'),
  Float: bytesOf('-0123456789'),
  JSON: bytesOf('"tf[{-0123456789'),
}
const composite = bytesOf('[{')

/** The kinds of members whose values are shown as they are stored, if they have the right form. */
const plainKinds: readonly MemberKind[] = ['text', 'id', 'word', 'number', 'flag', 'json', 'object', 'objects', 'gloss']

/** Returns how the selection is picked from stored objects; null if a field is not shown as it is stored. */
export function pickOf(field: SelectedField, type: GraphQLObjectType): Pick | null {
  const list = isListType(getNullableType(field.definition.type))
  const { fields } = field.below(type)
  if (fields.length > mostMembers) return null
  const words: Fixed[] = []
  const textOf = (word: string) => 2 * fields.length + words.push(new Fixed(JSON.stringify(word))) - 1
  const texts: Fixed[] = []
  const members: PickedMember[] = []
  const names = fields.map(({ name }) => name)
  for (const one of fields) {
    const member = memberOf(one, members.length ? ',' : '{', textOf)
    if (!member) return null
    const lead = `${String.fromCharCode(member.opens)}${JSON.stringify(one.key)}:`
    const missing = one.name === '__typename' ? JSON.stringify(type.name) : 'null'
    texts.push(new Fixed(lead), new Fixed(lead + missing))
    members.push({ ...member, first: names.indexOf(one.name) })
  }
  const hidden = hiddenOf(type, new Set(names))
  if (!hidden) return null
  const all = [...members, ...hidden.map((member, i) => ({ ...member, first: members.length + i }))]
  const others = names.includes('extra')
  const inOrder = members.length > 0 && !hidden.length && members.every(({ same, first }, i) => same && first === i)
  const selected = members.length
  return {
    ...{ list, members: all, selected, texts: [...texts, ...words], inOrder, misses: 0 },
    ...scratch(all.length, others),
  }
}

type Member = Omit<PickedMember, 'first'>

function memberOf(field: SelectedField, opens: string, textOf: (word: string) => number): Member | null | undefined {
  const { key, name, definition } = field
  const member: Member = {
    ...{ name: null, isExtra: false, same: false, opens: opens.charCodeAt(0), starts: starts['String']! },
    ...{ required: false, number: null, words: null, below: null },
  }
  if (name === '__typename') return member
  const reads = documentFieldOf(definition)
  if (reads?.kind === 'extra') return { ...member, isExtra: true }
  const stored = storedName(name, reads)
  if (stored === null || (definition.resolve && !reads)) return null
  const type = getNamedType(definition.type)
  const isLeaf = !isObjectType(type)
  const of = isLeaf ? null : pickOf(field, type)
  if (isLeaf ? isListType(getNullableType(definition.type)) : !of) return null
  const allowed = !isLeaf ? composite : isEnumType(type) ? starts['String'] : starts[type.name]
  return (
    allowed && {
      ...member,
      ...{ name: memberName(stored), same: key === stored, starts: allowed, required: isNonNullType(definition.type) },
      words: isEnumType(type) ? type.getValues().map((one) => wordOf(one, textOf)) : null,
      number: type.name === 'Int' || type.name === 'Float' ? type.name : null,
      below: of,
    }
  )
}

const wordOf = ({ name, value }: GraphQLEnumValue, textOf: (word: string) => number): PickedWord => ({
  stored: new Fixed(JSON.stringify(String(value))),
  text: textOf(name),
})

/** Returns the key under which the member is stored; null if its value is not shown as it is stored. */
function storedName(name: string, reads: ReturnType<typeof documentFieldOf>): string | null {
  if (reads?.kind !== 'member') return name
  const [key, ...older] = keysOf(reads.name, reads.schema)
  return older.length || !plainKinds.includes(kindOf(reads.schema)) ? null : key!
}

/**
 * Returns the members that are looked at although they are not selected: those without which an object is left out of
 * its list, and for `extra` all of them. Null if such a member must be parsed.
 */
function hiddenOf(type: GraphQLObjectType, selected: ReadonlySet<string>): Member[] | null {
  const hidden: Member[] = []
  for (const definition of Object.values(type.getFields())) {
    const reads = documentFieldOf(definition)
    if (reads?.kind !== 'member' || selected.has(definition.name)) continue
    if (!selected.has('extra') && !isNonNullType(definition.type)) continue
    const field = { key: definition.name, name: definition.name, definition } as SelectedField
    const isPlain = !isObjectType(getNamedType(definition.type))
    // The words of hidden members are compared, but not printed.
    const member = isPlain ? memberOf(field, ',', () => 0) : null
    if (!member) return null
    hidden.push(member)
  }
  return hidden
}
