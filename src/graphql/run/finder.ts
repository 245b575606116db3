import { Fixed, type Viewed } from '../../lib/byte-writer.js'
import { skipSpace, skipValue } from '../../lib/json-scan.js'

/** The members that are searched for in stored objects, by name. */
export interface Finder {
  /** Each name as it is in documents, with quotes and colon; null for `__typename`, which documents do not have. */
  members: readonly { name: Fixed | null }[]
  /**
   * For each position in a stored object, the index of the member found there last, or -1 for another member. Objects
   * of one list mostly have the same order of members, so a name is compared with this guess first.
   */
  guesses: Int16Array
  /**
   * The positions that `findMembers` found in its last object: three for each member, the start of its name, the start
   * of its value and the end of its value; -1 for a missing member.
   */
  positions: Int32Array
  /** The starts and ends of all other members of the last object, with their names; null if they are not needed. */
  others: number[] | null
}

const mostGuesses = 32

/** Returns a finder for the members with these names. */
export function finderOf(names: readonly string[]): Finder {
  return { members: names.map((name) => ({ name: memberName(name) })), ...scratch(names.length) }
}

export const scratch = (members: number, withOthers = false) => ({
  others: withOthers ? [] : null,
  guesses: new Int16Array(mostGuesses),
  positions: new Int32Array(3 * members),
})
export const memberName = (name: string) => new Fixed(`"${name}":`)

/**
 * Finds the members of an object and sets their positions in the finder. Returns the position after the object, or -1
 * if the value is not an object or a name contains escapes.
 */
export function findMembers({ members, guesses, positions, others }: Finder, source: Viewed, start: number): number {
  const { bytes } = source
  if (bytes[start] !== 0x7b) return -1
  positions.fill(-1)
  if (others) others.length = 0
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
      // Skips the colon.
      at = skipSpace(bytes, skipSpace(bytes, end) + 1)
    }
    const valueEnd = skipValue(source, at)
    // Of a repeated name the last value counts, as in JSON.parse.
    if (member >= 0) {
      positions[3 * member] = nameAt
      positions[3 * member + 1] = at
      positions[3 * member + 2] = valueEnd
    } else others?.push(nameAt, valueEnd)
    at = skipSpace(bytes, valueEnd)
    if (bytes[at] === 0x2c) at = skipSpace(bytes, at + 1)
  }
  return at + 1
}

/** Returns whether the bytes at `at` start with the text. */
export function startsWith({ bytes, view }: Viewed, at: number, { words, length }: Fixed): boolean {
  if (at + words.length * 4 > bytes.length) return false
  const last = words.length - 1
  for (let i = 0; i < last; i++) if (view.getInt32(at + (i << 2), true) !== words[i]) return false
  // The last word of the text is padded with zeros.
  const spare = (last + 1) * 4 - length
  return (view.getInt32(at + (last << 2), true) << (8 * spare)) >>> (8 * spare) === words[last]! >>> 0
}

/** Returns whether the bytes from `at` to `end`, a name in quotes, equal the text without its colon. */
function sameName({ bytes }: Viewed, at: number, end: number, { text }: Fixed): boolean {
  if (end - at !== text.length - 1) return false
  for (let i = 0; i < end - at; i++) if (bytes[at + i] !== text[i]) return false
  return true
}

/** Returns the position after the name whose opening quote is at `at`; -1 for a name with escapes. */
function nameEnd(bytes: Uint8Array, at: number): number {
  for (at += 1; bytes[at] !== 0x22; at++) if (bytes[at] === 0x5c) return -1
  return at + 1
}
