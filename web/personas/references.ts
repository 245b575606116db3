import type { GlossItemInput, GlossPartsFragment } from '../generated/graphql.js'
import { readable } from '../lib/readable.js'
import { texts } from '../texts.js'

/** A piece of rich text in the form the server accepts. */
export type GlossPiece = GlossItemInput

/** A target of references, with the name that users type. */
export interface Referable {
  name: string
  /** The kind of target, shown beside the name. */
  kind: string
  piece: GlossPiece
  /** The real name, if `name` differs from it because two targets have the same name. */
  words?: string
}

/**
 * Rich text as users type it, with references as `@[name]`, and the targets of these names. A backslash before `@[`
 * makes it plain text; of several backslashes before `@[`, each pair means one.
 */
export interface Typed {
  text: string
  refs: readonly Referable[]
}

/** Typed text that is empty. */
export const nothingTyped: Typed = { text: '', refs: [] }

type Token = { text: string } | { name: string }

/** Splits typed text into plain text and the names of references. */
function tokensOf(typed: string): Token[] {
  const tokens: Token[] = []
  const opening = /(\\*)@\[/g
  const rest = /([^[\]]+)\]/y
  let at = 0
  for (let match = opening.exec(typed); match; match = opening.exec(typed)) {
    const { length } = match[1]!
    const plain = typed.slice(at, match.index) + '\\'.repeat(length >> 1)
    at = opening.lastIndex
    rest.lastIndex = at
    const name = length % 2 ? undefined : rest.exec(typed)?.[1]
    tokens.push({ text: name === undefined ? `${plain}@[` : plain })
    if (name !== undefined) tokens.push({ name })
    if (name !== undefined) opening.lastIndex = at = rest.lastIndex
  }
  return [...tokens, { text: typed.slice(at) }]
}

/** Returns plain text as users type it; `before` means that a reference follows. */
function escaped(text: string, before: boolean): string {
  const typed = text.replaceAll(/(\\*)@\[/g, '$1$1\\@[')
  return before ? typed.replace(/\\+$/, '$&$&') : typed
}

const namesOf = (typed: string) => tokensOf(typed).flatMap((token) => ('name' in token ? token.name : []))
const isSame = (one: GlossPiece, other: GlossPiece) =>
  one.type === other.type &&
  one.content === other.content &&
  (['refType', 'refPersonaId', 'refClaimId'] as const).every(
    (member) => (one[member] ?? null) === (other[member] ?? null),
  )

const typable = (name: string) => name.replaceAll(/[[\]]/g, '').trim()

/**
 * Merges equal references and gives each a unique name that can be typed, such as ship and ship (2). The first keeps
 * its name.
 */
function named(all: readonly Referable[]): Referable[] {
  const byName = new Map<string, Referable>()
  for (const one of all) {
    const [plain = '?'] = [one.name, one.piece.content].map(typable).filter((name) => name !== '')
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

type Target = NonNullable<GlossPartsFragment['target']>
type AnnotatedThing = NonNullable<Extract<Target, { __typename: 'Annotation' }>['annotationTarget']>

/** Returns the name of the target of a reference, or what stands for a target that was deleted or is hidden. */
export function nameOf(item: GlossPartsFragment): string {
  const { target } = item
  const content = readable(item.content, item.type === 'TYPE_REF' ? texts.gloss.unknownType : texts.gloss.unknownObject)
  if (!target) return content
  switch (target.__typename) {
    case 'OntologyType':
      return target.typeName ?? content
    case 'Annotation':
      return trackName(target, content)
    case 'Claim':
      return target.text
    case 'TimeObject':
      return target.label ?? target.name ?? content
    default:
      return target.name ?? content
  }
}

/** Returns the name of a track with its number and its frames, as the suggestions of rich text have it. */
function trackName(track: Extract<Target, { __typename: 'Annotation' }>, content: string): string {
  const { annotationTarget: thing, annotationLabel, number, firstFrame, lastFrame } = track
  const name = texts.watch.numbered((thing && thingName(thing)) ?? readable(annotationLabel ?? '', content), number)
  return firstFrame != null && lastFrame != null ? texts.gloss.annotationOn(name, firstFrame, lastFrame) : name
}

/** Returns the name of the type or object that an annotation is labelled with. */
function thingName(thing: AnnotatedThing): string | null | undefined {
  if (thing.__typename === 'OntologyType') return thing.typeName
  return thing.__typename === 'TimeObject' ? (thing.label ?? thing.name) : thing.name
}

function referableOf(item: GlossPartsFragment): Referable {
  const { type, content, refType, refPersonaId, refClaimId } = item
  const present = Object.entries({ refType, refPersonaId, refClaimId }).filter(([, value]) => value != null)
  return { name: nameOf(item), kind: '', piece: { type, content, ...Object.fromEntries(present) } }
}

/** Returns stored rich text as users type it. */
export function typedOf(items: readonly GlossPartsFragment[]): Typed {
  const refs = named(items.filter(({ type }) => type !== 'TEXT').map(referableOf))
  let text = ''
  let plain = ''
  for (const item of items) {
    if (item.type === 'TEXT') {
      plain += item.content
      continue
    }
    const { name, piece } = referableOf(item)
    text += `${escaped(plain, true)}@[${refs.find((one) => isSame(one.piece, piece))?.name ?? name}]`
    plain = ''
  }
  return { text: text + escaped(plain, false), refs }
}

/** Returns plain text as users type it. */
export const typedText = (text: string): Typed => ({ text: escaped(text, false), refs: [] })

/**
 * Returns all references that typed text can contain: those already in it keep their names, `things` with equal names
 * get others.
 */
export const namesIn = ({ refs }: Typed, things: readonly Referable[]) => named([...refs, ...things])

/**
 * Returns typed text with its references resolved; they keep their targets even if other targets get the same names
 * later.
 */
export function meant(text: string, before: Typed, things: readonly Referable[]): Typed {
  const used = new Set(namesOf(text))
  if (!used.size) return { text, refs: before.refs }
  for (const { name } of before.refs) used.add(name)
  return { text, refs: namesIn(before, things).filter(({ name }) => used.has(name)) }
}

/** Returns the references of typed text whose names are unknown. */
export function unknownIn(typed: Typed, things: readonly Referable[]): string[] {
  const used = new Set(namesOf(typed.text))
  if (used.size) for (const { name } of namesIn(typed, things)) used.delete(name)
  return [...used].map((name) => `@[${name}]`)
}

/**
 * Returns typed text as pieces of rich text and as plain `words`; a reference with an unknown name stays text. A piece
 * that was in the text before keeps what else is stored with it.
 */
export function piecesOf(
  typed: Typed,
  things: readonly Referable[],
  before: readonly GlossPartsFragment[] = [],
): { pieces: GlossPiece[]; words: string } {
  const byName = new Map(namesIn(typed, things).map((one) => [one.name, one]))
  const pieces: GlossPiece[] = []
  let words = ''
  for (const token of tokensOf(typed.text)) {
    const referable = 'name' in token ? byName.get(token.name) : undefined
    const part = 'name' in token ? `@[${token.name}]` : token.text
    words += referable ? (referable.words ?? referable.name) : part
    const last = pieces.at(-1)
    if (referable) pieces.push({ ...referable.piece })
    else if (last?.type === 'TEXT') last.content += part
    else if (part) pieces.push({ type: 'TEXT', content: part })
  }
  const kept = (piece: GlossPiece) => before.find((one) => isSame(one, piece))?.extra ?? undefined
  return { pieces: pieces.map((piece) => ({ ...piece, extra: kept(piece) })), words }
}

/** Returns whether two typed texts have the same text and references. */
export const isSameText = (one: Typed, other: Typed) =>
  JSON.stringify(piecesOf(one, []).pieces) === JSON.stringify(piecesOf(other, []).pieces)
