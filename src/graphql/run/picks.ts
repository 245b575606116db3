import { getNamedType, getNullableType, isLeafType, isListType, isNonNullType, type GraphQLObjectType } from 'graphql'
import { Fixed, type ByteWriter, type Viewed } from '../../lib/byte-writer.js'
import { skipSpace, skipValue } from '../../lib/json-scan.js'
import type { SelectedField } from './selection.js'

/** Members picked from the objects of a stored document, in the order of the answer. */
export interface Pick {
  list: boolean
  members: readonly PickedMember[]
  /** Two for each member: what stands before its value, and the same with what stands there where there is none. */
  texts: readonly Fixed[]
  /**
   * For the first, second … member of a stored object the picked one that stood there last. Objects of one list mostly
   * have their members in one order, so a name is compared with one guess before it is looked for.
   */
  guesses: Int16Array
}

interface PickedMember {
  /** Its name in the document with quotes and colon; null for the type's own name. */
  name: Fixed | null
  /** Whether it has the same name in the answer, and what stands before that there: a brace or a comma. */
  same: boolean
  opens: number
  /** For each first byte whether a value of the member's type may have it. */
  starts: Uint8Array
  required: boolean
  whole: boolean
  /** The first of the members that show the same one of the document under several keys. */
  first: number
}

const mostGuesses = 32

/** A selection of more is completed like a resolver's answer. */
const mostMembers = 128

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

/** Null where something selected is not simply a member of the stored objects. */
export function pickOf(field: SelectedField, type: GraphQLObjectType): Pick | null {
  const list = isListType(getNullableType(field.definition.type))
  const members: PickedMember[] = []
  const texts: Fixed[] = []
  const { fields } = field.below(type)
  const names = fields.map(({ name }) => name)
  if (fields.length > mostMembers) return null
  for (const { key, name, definition } of fields) {
    const opens = members.length ? ',' : '{'
    const lead = `${opens}${JSON.stringify(key)}:`
    const isTypename = name === '__typename'
    const leaf = getNamedType(definition.type)
    const allowed = isTypename ? starts['String'] : starts[leaf.name]
    if (definition.resolve && !isTypename) return null
    if (!allowed || !isLeafType(getNullableType(definition.type))) return null
    texts.push(new Fixed(lead), new Fixed(lead + (isTypename ? JSON.stringify(type.name) : 'null')))
    members.push({
      name: isTypename ? null : new Fixed(`"${name}":`),
      same: key === name,
      opens: opens.charCodeAt(0),
      starts: allowed,
      required: isNonNullType(definition.type) && !isTypename,
      whole: leaf.name === 'Int',
      first: names.indexOf(name),
    })
  }
  return { list, members, texts, guesses: new Int16Array(mostGuesses) }
}

/** Where the name and the value of each member stand in the object at hand, and where the value ends; -1 for none. */
const found = new Int32Array(3 * mostMembers)

/**
 * What is picked of documents, as pieces of them and texts that stand between: bytes are copied once, when the answer
 * is written. Members that stand one behind the other in the document as in the answer are one piece; a document of
 * which everything is asked for, in the order in which it is stored, goes through whole.
 */
export class PickedDocuments {
  /** Two numbers a piece: where it begins and where it ends in the document; or less than 0 for a text, and 0. */
  private pieces = new Int32Array(256)
  private used = 0
  /** Where the pieces of the document at hand begin. */
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
   * Picks from the next document, number `index`. Returns how many objects that are, or -1 when something in it is not
   * as its type says: then nothing is picked, and it is to be parsed and completed like a resolver's answer.
   */
  add(index: number, from: Viewed, start: number, end: number): number {
    this.began = this.used
    const objects = end < 0 ? 0 : this.document(from, start, end)
    if (objects < 0) this.used = this.began
    this.ends[index + 1] = this.used
    return objects
  }

  /** Writes what was picked of a document. */
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

  /** The position after the object; -1 when it is none, or lacks what it must have. */
  private object(source: Viewed, start: number): number {
    const { members } = this.pick
    const { bytes } = source
    const end = find(this.pick, source, start)
    if (end < 0) return -1
    for (let i = 0; i < members.length; i++) {
      const { name, same, opens, starts, required, whole, first } = members[i]!
      const at = found[3 * first + 1]!
      if (name === null || at < 0) {
        if (required) return -1
        this.text(2 * i + 1)
        continue
      }
      const to = found[3 * first + 2]!
      if (bytes[at] === 0x6e ? required : starts[bytes[at]!] !== 1 || (whole && hasFraction(bytes, at, to))) return -1
      const nameAt = found[3 * first]!
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

/** Notes where the members of an object stand; the position after it, or -1 when it is none. */
function find({ members, guesses }: Pick, source: Viewed, start: number): number {
  const { bytes } = source
  if (bytes[start] !== 0x7b) return -1
  found.fill(-1, 0, members.length * 3)
  let at = skipSpace(bytes, start + 1)
  for (let place = 0; bytes[at] !== 0x7d; place++) {
    const nameAt = at
    let member = place < mostGuesses ? guesses[place]! : -1
    const guess = member < 0 ? null : members[member]?.name
    if (guess && startsWith(source, at, guess)) {
      at = skipSpace(bytes, at + guess.length)
    } else {
      const end = nameEnd(bytes, at)
      if (end < 0) return -1
      member = members.findIndex(({ name }) => name !== null && sameName(source, nameAt, end, name))
      if (place < mostGuesses) guesses[place] = member
      // Past the colon.
      at = skipSpace(bytes, skipSpace(bytes, end) + 1)
    }
    const valueEnd = skipValue(source, at)
    // A repeated name means its last value, as JSON.parse has it.
    if (member >= 0) {
      found[3 * member] = nameAt
      found[3 * member + 1] = at
      found[3 * member + 2] = valueEnd
    }
    at = skipSpace(bytes, valueEnd)
    if (bytes[at] === 0x2c) at = skipSpace(bytes, at + 1)
  }
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
