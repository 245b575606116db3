import {
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLObjectType,
} from 'graphql'
import { Fixed, type ByteWriter, type Viewed } from '../../lib/byte-writer.js'
import { skipSpace } from '../../lib/json-scan.js'
import { findMembers, memberName, scratch, type Finder } from './finder.js'
import type { SelectedField } from '../documents/selection.js'

/** The members to pick from the object or the list of objects in a stored document, in the order of the answer. */
export interface Pick extends Finder {
  list: boolean
  members: readonly PickedMember[]
  /**
   * Two texts for each member: the text before its value, and that text followed by the output for a missing value.
   * After these, the words of enums.
   */
  texts: readonly Fixed[]
}

interface PickedMember {
  /** Null for `__typename`. */
  name: Fixed | null
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
  /** Of an enum: the indexes of its texts by their words in documents. */
  words: ReadonlyMap<string, number> | null
  /** The index of the first member with the same name: its aliases show the same member of the document. */
  first: number
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

/** Returns how the selection is picked from stored objects; null if a field is not a scalar that is stored as shown. */
export function pickOf(field: SelectedField, type: GraphQLObjectType): Pick | null {
  const list = isListType(getNullableType(field.definition.type))
  const members: PickedMember[] = []
  const texts: Fixed[] = []
  const words: Fixed[] = []
  const { fields } = field.below(type)
  const names = fields.map(({ name }) => name)
  if (fields.length > mostMembers) return null
  const textOf = (name: string) => 2 * fields.length + words.push(new Fixed(JSON.stringify(name))) - 1
  for (const { key, name, definition } of fields) {
    const opens = members.length ? ',' : '{'
    const lead = `${opens}${JSON.stringify(key)}:`
    const isTypename = name === '__typename'
    const leaf = getNamedType(definition.type)
    const allowed = isTypename || isEnumType(leaf) ? starts['String'] : starts[leaf.name]
    if (definition.resolve && !isTypename) return null
    if (!allowed || !isLeafType(getNullableType(definition.type))) return null
    texts.push(new Fixed(lead), new Fixed(lead + (isTypename ? JSON.stringify(type.name) : 'null')))
    members.push({
      name: isTypename ? null : memberName(name),
      same: key === name,
      opens: opens.charCodeAt(0),
      starts: allowed,
      required: isNonNullType(definition.type) && !isTypename,
      words: isEnumType(leaf)
        ? new Map(leaf.getValues().map(({ name: word, value }) => [String(value), textOf(word)]))
        : null,
      number: leaf.name === 'Int' || leaf.name === 'Float' ? leaf.name : null,
      first: names.indexOf(name),
    })
  }
  return { list, members, texts: [...texts, ...words], ...scratch(members.length) }
}

/**
 * The members picked from documents, as slices of bytes with fixed texts in between: bytes are copied once, when the
 * answer is written. Members that follow each other in the document as in the answer become one slice; a document of
 * which everything is selected, in stored order, is copied whole.
 */
export class PickedDocuments {
  /** Two numbers for each piece: start and end of a slice of the document, or -1 minus the index of a text, and 0. */
  private pieces = new Int32Array(256)
  private used = 0
  /** The index at which the pieces of the current document begin. */
  private began = 0
  private readonly ends: Int32Array

  constructor(
    private readonly pick: Pick,
    documents: number,
    private readonly budget: { checkBytes(length: number): void },
  ) {
    this.ends = new Int32Array(documents + 1)
  }

  /**
   * Picks from document number `index`, the bytes from `start` to `end` (negative for NULL). Returns the number of its
   * objects, or -1 if a value does not match its type: then nothing is picked, and the document must be parsed and
   * completed like a resolver's value.
   */
  add(index: number, from: Viewed, start: number, end: number): number {
    this.began = this.used
    const objects = end < 0 ? 0 : this.document(from, start, end)
    if (objects < 0) this.used = this.began
    this.ends[index + 1] = this.used
    return objects
  }

  /** Writes the members picked from document number `index`. */
  write(index: number, from: Viewed, out: ByteWriter): void {
    const { pieces, pick } = this
    const last = this.ends[index + 1]!
    for (let i = this.ends[index]!; i < last; i += 2) {
      const start = pieces[i]!
      if (start < 0) out.fixed(pick.texts[-1 - start]!)
      else out.copy(from, start, pieces[i + 1]!)
    }
  }

  private piece(start: number, end: number): void {
    if (this.used > this.began && this.pieces[this.used - 1] === start) {
      this.pieces[this.used - 1] = end
      return
    }
    if (this.used === this.pieces.length) {
      this.budget.checkBytes(this.used * 4)
      const more = new Int32Array(this.used * 2)
      more.set(this.pieces)
      this.pieces = more
    }
    this.pieces[this.used++] = start
    this.pieces[this.used++] = end
  }

  private text(number: number): void {
    this.piece(-1 - number, 0)
  }

  private document(from: Viewed, start: number, end: number): number {
    const { bytes } = from
    let at = skipSpace(bytes, start)
    if (!this.pick.list) {
      at = this.object(from, at)
      return at >= 0 && skipSpace(bytes, at) >= end ? 1 : -1
    }
    if (bytes[at] !== 0x5b) return -1
    this.piece(at, at + 1)
    at = skipSpace(bytes, at + 1)
    let objects = 0
    while (bytes[at] !== 0x5d) {
      at = this.object(from, at)
      if (at < 0) return -1
      objects += 1
      at = skipSpace(bytes, at)
      if (bytes[at] !== 0x2c) continue
      this.piece(at, at + 1)
      at = skipSpace(bytes, at + 1)
    }
    this.piece(at, at + 1)
    return objects
  }

  /** Picks from one object and returns the position after it; -1 if it is not an object or a value does not match. */
  private object(source: Viewed, start: number): number {
    const { members, positions } = this.pick
    const { bytes } = source
    const end = findMembers(this.pick, source, start)
    if (end < 0) return -1
    for (let i = 0; i < members.length; i++) {
      const { name, same, opens, starts, required, words, number, first } = members[i]!
      const at = positions[3 * first + 1]!
      if (name === null || at < 0) {
        if (required) return -1
        this.text(2 * i + 1)
        continue
      }
      const to = positions[3 * first + 2]!
      const isNull = bytes[at] === 0x6e
      if (isNull ? required : starts[bytes[at]!] !== 1) return -1
      if (number !== null && !isNull && !isPlainNumber(bytes, at, to, number)) return -1
      if (words !== null && !isNull) {
        const word = words.get(bytes.toString('latin1', at + 1, to - 1))
        if (word === undefined) return -1
        this.text(2 * i)
        this.text(word)
        continue
      }
      const nameAt = positions[3 * first]!
      if (same && at - nameAt === name.length && bytes[nameAt - 1] === opens) this.piece(nameAt - 1, to)
      else {
        this.text(2 * i)
        this.piece(at, to)
      }
    }
    if (!members.length) this.piece(start, start + 1)
    this.piece(end - 1, end)
    return end
  }
}

/**
 * Returns whether the number from `start` to `end` can be printed as stored: an Int without fraction and exponent, or
 * a Float that is finite as a double, as every number of less than 300 characters without an exponent is.
 */
export function isPlainNumber(bytes: Buffer, start: number, end: number, type: 'Int' | 'Float'): boolean {
  let hasExponent = false
  for (let i = start; i < end; i++) {
    const byte = bytes[i]
    hasExponent ||= byte === 0x65 || byte === 0x45
    if (type === 'Int' && (hasExponent || byte === 0x2e)) return false
  }
  return (!hasExponent && end - start < 300) || Number.isFinite(Number(bytes.toString('latin1', start, end)))
}
