import { getNamedType, getNullableType, isLeafType, isListType, isNonNullType, type GraphQLObjectType } from 'graphql'
import { Fixed, type ByteWriter, type Viewed } from '../../lib/byte-writer.js'
import { skipSpace, skipValue } from '../../lib/json-scan.js'
import type { SelectedField } from './selection.js'

/** Members picked from the objects of a stored document, in the order of the answer. */
export interface Pick {
  list: boolean
  members: readonly PickedMember[]
}

interface PickedMember {
  lead: Fixed
  /** Its name in the document, in bytes; null for the type's own name. */
  name: Buffer | null
  fixed: Fixed
  /** First bytes that a value of the member's type may have. */
  starts: ReadonlySet<number>
  required: boolean
  whole: boolean
}

const bytesOf = (text: string) => new Set(Buffer.from(text))
const starts: Record<string, ReadonlySet<number>> = {
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
  for (const { key, name, definition } of field.below(type).fields) {
    const lead = new Fixed(`${members.length ? ',' : '{'}${JSON.stringify(key)}:`)
    if (name === '__typename') {
      members.push({
        lead,
        name: null,
        fixed: new Fixed(JSON.stringify(type.name)),
        starts: new Set(),
        required: false,
        whole: false,
      })
      continue
    }
    const leaf = getNamedType(definition.type)
    const allowed = starts[leaf.name]
    if (definition.resolve || !allowed || !isLeafType(getNullableType(definition.type))) return null
    const required = isNonNullType(definition.type)
    const whole = leaf.name === 'Int'
    members.push({ lead, name: Buffer.from(name), fixed: nothing, starts: allowed, required, whole })
  }
  return { list, members }
}

const found = new Int32Array(256)

/**
 * Writes what is picked from a document; returns how many objects that are, or -1 when something in it is not as its
 * type says: then nothing counts as written, and the document is parsed and completed like a resolver's answer.
 */
export function writePick({ list, members }: Pick, from: Viewed, start: number, end: number, out: ByteWriter): number {
  const { bytes } = from
  const began = out.length
  let at = skipSpace(bytes, start)
  let objects = 0
  const one = (): boolean => {
    const next = writeObject(members, from, at, out)
    if (next < 0) return false
    at = skipSpace(bytes, next)
    objects += 1
    return true
  }
  if (!list) {
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
function writeObject(members: readonly PickedMember[], source: Viewed, start: number, out: ByteWriter): number {
  const { bytes } = source
  if (bytes[start] !== 0x7b) return -1
  found.fill(-1, 0, members.length * 2)
  let at = skipSpace(bytes, start + 1)
  while (bytes[at] !== 0x7d) {
    const name = at + 1
    const nameEnd = skipValue(bytes, at) - 1
    if (holds(bytes, name, nameEnd, escape)) return -1
    // Past the colon.
    at = skipSpace(bytes, skipSpace(bytes, nameEnd + 1) + 1)
    const valueEnd = skipValue(bytes, at)
    for (let i = 0; i < members.length; i++) {
      if (!sameBytes(members[i]!.name, bytes, name, nameEnd)) continue
      // A repeated name means its last value, as JSON.parse has it.
      found[2 * i] = at
      found[2 * i + 1] = valueEnd
    }
    at = skipSpace(bytes, valueEnd)
    if (bytes[at] === 0x2c) at = skipSpace(bytes, at + 1)
  }
  for (let i = 0; i < members.length; i++) {
    const member = members[i]!
    out.fixed(member.lead)
    const [from, to] = [found[2 * i]!, found[2 * i + 1]!]
    if (member.name === null || from < 0 || bytes[from] === 0x6e) {
      if (member.required) return -1
      out.fixed(member.fixed)
    } else if (member.starts.has(bytes[from]!) && !(member.whole && holds(bytes, from, to, fraction)))
      out.copy(source, from, to)
    else return -1
  }
  out.ascii(members.length ? '}' : '{}')
  return at + 1
}

const escape = new Set(Buffer.from('\\'))
const fraction = new Set(Buffer.from('.eE'))

function holds(bytes: Buffer, start: number, end: number, any: ReadonlySet<number>): boolean {
  for (let i = start; i < end; i++) if (any.has(bytes[i]!)) return true
  return false
}

function sameBytes(name: Buffer | null, bytes: Buffer, start: number, end: number): boolean {
  if (name === null || end - start !== name.length) return false
  for (let i = 0; i < name.length; i++) if (bytes[start + i] !== name[i]) return false
  return true
}
