import { Type, type TProperties, type TSchema } from '@sinclair/typebox'
import { glossOf, glossText, type GlossItem } from './gloss.js'
import { withOwner, type GlossOwner } from './gloss-owner.js'
import { isObject, type JsonObject } from './json-walk.js'
import { utcOf } from './moment.js'
import { gloss, longText } from './schema.js'

// Documents of clients are kept as they were sent. The documented members of them are described here, each once: how it
// is read (a value of another form reads as absent), and, derived from that, its field and its input in GraphQL.

/** How a member is read: a single value is null where there is none, a list is empty. */
export type MemberKind =
  | 'text'
  | 'id'
  | 'number'
  | 'flag'
  | 'moment'
  | 'url'
  | 'document'
  | 'texts'
  | 'ids'
  | 'numbers'
  | 'gloss'
  | 'plainText'
  | 'object'
  | 'objects'

export interface Member {
  kind: MemberKind
  description: string
  /**
   * The keys of the document under which it may stand: reading takes the first that has a value, writing uses the first
   * of the list.
   */
  from: readonly string[]
  /** The shape of the object, or of each object of the list. */
  of?: Shape
  /** Set where the member can only be read or only be written, because another field covers the other direction. */
  only?: 'read' | 'written'
  /** Another member with the same meaning, which inputs of GraphQL recommend instead. */
  insteadUse?: string
}

export type Members = Readonly<Record<string, Member>>

/** An object inside a document: its type name, description and members. */
export interface Shape {
  name: string
  description: string
  members: Members
}

type Described = Omit<Member, 'from'> & { from?: readonly string[] }

/** Completes the descriptions of members: without `from` a member stands under its own name. */
export function members<const T extends Record<string, Described>>(described: T): Members {
  return Object.fromEntries(
    Object.entries(described).map(([name, one]) => [name, { ...one, from: one.from ?? [name] }]),
  )
}

const lists: ReadonlySet<MemberKind> = new Set(['texts', 'ids', 'numbers', 'gloss', 'objects'])

export function isList({ kind }: Member): boolean {
  return lists.has(kind)
}

/** Reads a member of a document; null, or an empty list, where it is absent or not of the member's form. */
function readMember({ kind, from, of }: Member, document: unknown): unknown {
  const value = valueUnder(asObject(document), from)
  switch (kind) {
    case 'text':
    case 'id':
      return textIn(value)
    case 'number':
      return numberIn(value)
    case 'flag':
      return typeof value === 'boolean' ? value : null
    case 'moment':
      return momentIn(value)
    case 'url':
      return typeof value === 'string' && URL.canParse(value) ? value : null
    case 'document':
      return value ?? null
    case 'texts':
      return typeof value === 'string' ? [value] : itemsIn(value, textIn)
    case 'ids':
      return itemsIn(value, idIn)
    case 'numbers':
      return itemsIn(value, numberIn)
    case 'gloss':
      return glossIn(value)
    case 'plainText':
      return typeof value === 'string' ? value : Array.isArray(value) ? glossText(glossIn(value)) : null
    case 'object':
      return isObject(value) ? readMembers(of!.members, value) : null
    case 'objects':
      return itemsIn(value, (item) => (isObject(item) ? readMembers(of!.members, item) : null))
  }
}

function readMembers(of: Members, document: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(of).map(([name, member]) => [name, readMember(member, document)]))
}

interface Stored {
  body: unknown
}

/**
 * Returns a subclass whose objects have the members as properties, each read from `body` when it is accessed. `whose`
 * gives the owner by whose worlds references of rich text are looked up.
 */
export function withMembers<A extends unknown[], T extends Stored>(
  stored: new (...args: A) => T,
  of: Members,
  whose: (object: T) => GlossOwner,
): new (...args: A) => T {
  const Base = stored as unknown as new (...args: unknown[]) => Stored
  const described = class extends Base {}
  for (const [name, member] of Object.entries(of)) {
    if (member.only === 'written') continue
    Object.defineProperty(described.prototype, name, {
      get(this: T) {
        const value = readMember(member, this.body)
        return member.kind === 'gloss' ? withOwner(value, whose(this)) : value
      },
    })
  }
  return described as unknown as new (...args: A) => T
}

function valueUnder(document: JsonObject, from: readonly string[]): unknown {
  for (const key of from) {
    const value = document[key]
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})
const textIn = (value: unknown) => (typeof value === 'string' ? value : null)
const numberIn = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)
/** An id, or an object that has it as `entityId` or `id`, as participants do. */
const idIn = (value: unknown) =>
  textIn(value) ?? (isObject(value) ? (textIn(value['entityId']) ?? textIn(value['id'])) : null)

function itemsIn<T>(value: unknown, read: (item: unknown) => T | null): T[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown) => {
    const found = read(item)
    return found === null ? [] : [found]
  })
}

/** Normalises a time to UTC with milliseconds; a time without an offset is taken as UTC. */
function momentIn(value: unknown): string | null {
  return typeof value === 'string' ? utcOf(value) : null
}

/** Reads rich text, or plain text as one item; items without a type or a content are left out. */
function glossIn(value: unknown): GlossItem[] {
  if (typeof value === 'string') return glossOf(value)
  return itemsIn(value, (item) => {
    if (!isObject(item)) return null
    const { type, content, refType, refPersonaId, refClaimId } = item
    if (typeof type !== 'string' || typeof content !== 'string') return null
    return {
      type,
      content,
      ...(typeof refType === 'string' && { refType }),
      ...(typeof refPersonaId === 'string' && { refPersonaId }),
      ...(typeof refClaimId === 'string' && { refClaimId }),
    }
  })
}

/** Returns the schemas of the documented members, by the keys under which documents hold them. */
export function memberShapes(of: Members): TProperties {
  const found: TProperties = {}
  for (const [name, member] of Object.entries(of)) {
    const key = member.from[0] ?? name
    const shape = shapeOf(member)
    const known = found[key]
    found[key] = Type.Optional(known ? Type.Unsafe({ anyOf: [known, shape] }) : shape)
  }
  return found
}

function shapeOf({ kind, of, description }: Member): TSchema {
  const object = () => Type.Object(memberShapes(of!.members), { additionalProperties: true })
  const text = longText
  const shapes: Record<MemberKind, () => TSchema> = {
    text: () => text,
    plainText: () => text,
    id: () => text,
    url: () => text,
    moment: () => text,
    number: () => Type.Number(),
    flag: () => Type.Boolean(),
    document: () => Type.Unsafe({}),
    texts: () => Type.Array(text),
    ids: () => Type.Array(text),
    numbers: () => Type.Array(Type.Number()),
    gloss: () => gloss,
    object,
    objects: () => Type.Array(object()),
  }
  return { ...shapes[kind](), description }
}
