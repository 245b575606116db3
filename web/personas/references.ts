import type { GlossPartsFragment } from '../generated/graphql.js'
import { nameOf } from './Gloss.js'

/** A piece of rich text as the server takes it. */
export interface GlossPiece {
  type: string
  content: string
  refType?: string | null
  refPersonaId?: string | null
  refClaimId?: string | null
}

/** What may be referred to, under the name by which people know it. */
export interface Referable {
  name: string
  /** What it is, said beside the name. */
  kind: string
  piece: GlossPiece
  /** Its own name, where it stands under another since there are two of that name. */
  words?: string
}

/** Rich text as people type it: references stand as `@[name]`; with it, what those names mean. */
export interface Typed {
  text: string
  refs: readonly Referable[]
}

export const nothingTyped: Typed = { text: '', refs: [] }

const reference = /(@\[[^\]]+\])/
const namesOf = (text: string) => text.split(reference).filter((_part, i) => i % 2)
const isSame = (one: GlossPiece, other: GlossPiece) =>
  one.type === other.type &&
  one.content === other.content &&
  (['refType', 'refPersonaId', 'refClaimId'] as const).every((member) => (one[member] ?? '') === (other[member] ?? ''))

/** Everything under a name that can be typed and is that of nothing else: ship, ship (2). The first keep theirs. */
export function named(all: readonly Referable[]): Referable[] {
  const byName = new Map<string, Referable>()
  for (const one of all) {
    const plain = one.name.replaceAll(/[[\]]/g, '').trim() || one.piece.content
    let name = plain
    let taken = byName.get(name)
    for (let n = 2; taken && !isSame(taken.piece, one.piece); n++) {
      name = `${plain} (${n})`
      taken = byName.get(name)
    }
    if (!taken) byName.set(name, { ...one, name, words: one.words ?? one.name })
    else if (!taken.kind) byName.set(name, { ...taken, kind: one.kind })
  }
  return [...byName.values()]
}

function referableOf(item: GlossPartsFragment): Referable {
  const { type, content, refType, refPersonaId, refClaimId } = item
  const given = Object.entries({ refType, refPersonaId, refClaimId }).filter(([, value]) => value != null)
  return { name: nameOf(item), kind: '', piece: { type, content, ...Object.fromEntries(given) } }
}

/** Rich text as it is typed. */
export function typedOf(items: readonly GlossPartsFragment[]): Typed {
  const refs = named(items.filter(({ type }) => type !== 'text').map(referableOf))
  const typed = (item: GlossPartsFragment) => {
    const { name, piece } = referableOf(item)
    return `@[${refs.find((one) => isSame(one.piece, piece))?.name ?? name}]`
  }
  return { text: items.map((item) => (item.type === 'text' ? item.content : typed(item))).join(''), refs }
}

/** What typed text may name: what it has meant so far goes before what else there is. */
export const namesIn = ({ refs }: Typed, things: readonly Referable[]) => named([...refs, ...things])

/** Typed text with what it names by now, which it means from then on, whatever else is of that name later. */
export function meant(text: string, before: Typed, things: readonly Referable[]): Typed {
  const used = new Set(namesOf(text))
  if (!used.size) return { text, refs: before.refs }
  for (const { name } of before.refs) used.add(`@[${name}]`)
  return { text, refs: namesIn(before, things).filter(({ name }) => used.has(`@[${name}]`)) }
}

/** The names that mean nothing. */
export function unknownIn(typed: Typed, things: readonly Referable[]): string[] {
  const used = new Set(namesOf(typed.text))
  if (used.size) for (const { name } of namesIn(typed, things)) used.delete(`@[${name}]`)
  return [...used]
}

/** Typed text in pieces, and its words alone; a name that means nothing stays text. */
export function piecesOf(typed: Typed, things: readonly Referable[]): { pieces: GlossPiece[]; words: string } {
  const byName = new Map(namesIn(typed, things).map((one) => [`@[${one.name}]`, one]))
  const pieces: GlossPiece[] = []
  let words = ''
  for (const part of typed.text.split(reference)) {
    const known = byName.get(part)
    words += known ? (known.words ?? known.name) : part
    const last = pieces.at(-1)
    if (known) pieces.push({ ...known.piece })
    else if (last?.type === 'text') last.content += part
    else if (part) pieces.push({ type: 'text', content: part })
  }
  return { pieces, words }
}

/** Whether both say the same of the same things. */
export const isSameText = (one: Typed, other: Typed) =>
  JSON.stringify(piecesOf(one, []).pieces) === JSON.stringify(piecesOf(other, []).pieces)
