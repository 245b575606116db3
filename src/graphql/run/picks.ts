import { getNamedType, getNullableType, isLeafType, isListType, isNonNullType, type GraphQLObjectType } from 'graphql'
import { Fixed, type ByteWriter, type Viewed } from '../../lib/byte-writer.js'
import { skipSpace, skipValue } from '../../lib/json-scan.js'
import type { SelectedField } from './selection.js'

/** Members picked from the objects of a stored document, in the order of the answer. */
export interface Pick {
  list: boolean
  members: readonly PickedMember[]
  /**
   * For the first, second … member of a stored object the picked one that stood there last. Objects of one list mostly
   * have their members in one order, so a name is compared with one guess before it is looked for.
   */
  guesses: Int16Array
}

interface PickedMember {
  lead: Fixed
  /** Its name in the document with quotes and colon; null for the type's own name. */
  name: Fixed | null
  fixed: Fixed
  /** For each first byte whether a value of the member's type may have it. */
  starts: Uint8Array
  required: boolean
  whole: boolean
  /** The first of the members that show the same one of the document under several keys. */
  first: number
}

const mostGuesses = 32

function bytesOf(text: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const byte of Buffer.from(text)) table[byte] = 1
  return table
}

const starts: Record<string, Uint8Array> = {
  String: bytesOf('"'),
  ID: bytesOf('"'),
  Boolean: bytesOf('tf'),
  Int: bytesOf('-0123456789'),
  Float: bytesOf('-0123456789'),
  JSON: bytesOf('"tf[{-0123456789'),
}

const nothing = new Fixed('null')

/** Null where something selected is not simply a member of the stored objects. */
export function pickOf(field: SelectedField, type: GraphQLObjectType): Pick | null {
  const list = isListType(getNullableType(field.definition.type))
  const members: PickedMember[] = []
  const { fields } = field.below(type)
  const names = fields.map(({ name }) => name)
  for (const { key, name, definition } of fields) {
    const lead = new Fixed(`${members.length ? ',' : '{'}${JSON.stringify(key)}:`)
    if (name === '__typename') {
      const fixed = new Fixed(JSON.stringify(type.name))
      members.push({ lead, name: null, fixed, starts: bytesOf(''), required: false, whole: false, first: 0 })
      continue
    }
    const leaf = getNamedType(definition.type)
    const allowed = starts[leaf.name]
    if (definition.resolve || !allowed || !isLeafType(getNullableType(definition.type))) return null
    const required = isNonNullType(definition.type)
    const whole = leaf.name === 'Int'
    const first = names.indexOf(name)
    members.push({ lead, name: new Fixed(`"${name}":`), fixed: nothing, starts: allowed, required, whole, first })
  }
  return { list, members, guesses: new Int16Array(mostGuesses) }
}

const found = new Int32Array(256)

/**
 * Writes what is picked from a document; returns how many objects that are, or -1 when something in it is not as its
 * type says: then nothing counts as written, and the document is parsed and completed like a resolver's answer.
 */
export function writePick(pick: Pick, from: Viewed, start: number, end: number, out: ByteWriter): number {
  const { bytes } = from
  const began = out.length
  let at = skipSpace(bytes, start)
  let objects = 0
  const one = (): boolean => {
    const next = writeObject(pick, from, at, out)
    if (next < 0) return false
    at = skipSpace(bytes, next)
    objects += 1
    return true
  }
  if (!pick.list) {
    if (one() && at >= end) return objects
    out.length = began
    return -1
  }
  if (bytes[at] !== 0x5b) return -1
  out.byte(0x5b)
  at = skipSpace(bytes, at + 1)
  while (bytes[at] !== 0x5d) {
    if (objects) out.byte(0x2c)
    if (!one()) {
      out.length = began
      return -1
    }
    if (bytes[at] === 0x2c) at = skipSpace(bytes, at + 1)
  }
  out.byte(0x5d)
  return objects
}

/** The position after the object; -1 when it is none, or lacks what it must have. */
function writeObject({ members, guesses }: Pick, source: Viewed, start: number, out: ByteWriter): number {
  const { bytes } = source
  if (bytes[start] !== 0x7b) return -1
  found.fill(-1, 0, members.length * 2)
  let at = skipSpace(bytes, start + 1)
  for (let place = 0; bytes[at] !== 0x7d; place++) {
    let member = place < mostGuesses ? guesses[place]! : -1
    const guess = member < 0 ? null : members[member]?.name
    if (guess && startsWith(source, at, guess)) {
      at = skipSpace(bytes, at + guess.length)
    } else {
      const end = nameEnd(bytes, at)
      if (end < 0) return -1
      member = members.findIndex(({ name }) => name !== null && sameName(source, at, end, name))
      if (place < mostGuesses) guesses[place] = member
      // Past the colon.
      at = skipSpace(bytes, skipSpace(bytes, end) + 1)
    }
    const valueEnd = skipValue(source, at)
    // A repeated name means its last value, as JSON.parse has it.
    if (member >= 0) {
      found[2 * member] = at
      found[2 * member + 1] = valueEnd
    }
    at = skipSpace(bytes, valueEnd)
    if (bytes[at] === 0x2c) at = skipSpace(bytes, at + 1)
  }
  for (let i = 0; i < members.length; i++) {
    const member = members[i]!
    out.fixed(member.lead)
    const from = found[2 * member.first]!
    const to = found[2 * member.first + 1]!
    if (member.name === null || from < 0 || bytes[from] === 0x6e) {
      if (member.required) return -1
      out.fixed(member.fixed)
    } else if (member.starts[bytes[from]!] === 1 && !(member.whole && hasFraction(bytes, from, to)))
      out.copy(source, from, to)
    else return -1
  }
  if (!members.length) out.byte(0x7b)
  out.byte(0x7d)
  return at + 1
}

/** Whether the bytes from `at` on are those of the text. */
function startsWith({ bytes, view }: Viewed, at: number, { words, length }: Fixed): boolean {
  if (at + words.length * 4 > bytes.length) return false
  const last = words.length - 1
  for (let i = 0; i < last; i++) if (view.getInt32(at + (i << 2), true) !== words[i]) return false
  // The last word of the text is filled up with zeros.
  const spare = (last + 1) * 4 - length
  return (view.getInt32(at + (last << 2), true) << (8 * spare)) >>> (8 * spare) === words[last]! >>> 0
}

/** Whether the name between `at` and `end`, quotes included, is that of the text, which has a colon behind it. */
function sameName({ bytes }: Viewed, at: number, end: number, { text }: Fixed): boolean {
  if (end - at !== text.length - 1) return false
  for (let i = 0; i < end - at; i++) if (bytes[at + i] !== text[i]) return false
  return true
}

/** The position behind the name whose opening quote stands at `at`; -1 for a name that is written with escapes. */
function nameEnd(bytes: Uint8Array, at: number): number {
  for (at += 1; bytes[at] !== 0x22; at++) if (bytes[at] === 0x5c) return -1
  return at + 1
}

function hasFraction(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === 0x2e || bytes[i] === 0x65 || bytes[i] === 0x45) return true
  return false
}
