/** A random generator of numbers in [0, 1); with a seed, so that a run can be repeated. */
export type Random = () => number

export interface Schema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  minLength?: number
  minItems?: number
  minimum?: number
  maximum?: number
}

export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

export const chance = (random: Random, probability: number) => random() < probability

export function oneOf<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T
}

const words = [
  '',
  ' ',
  '.',
  '..',
  '%00',
  '\u0000',
  '\ud800',
  "' or 1=1 --",
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '0193e5a0-0000-7000-8000-00000000dead',
  '-1',
  '9007199254740993',
  '1e400',
  'NaN',
  '\u202e\u200b',
  '🚢'.repeat(40),
  'x'.repeat(300),
  'x'.repeat(5000),
  '(a+)+$',
  '2026-02-30T25:61:61Z',
  '0001-01-01',
  '${7*7}',
  '{"a":1}',
]
export const junkText = (random: Random) => oneOf(random, words)

function junk(random: Random): unknown {
  const deep = () => Array.from({ length: 300 }).reduce<unknown>((inner) => [inner], 1)
  const kinds: (() => unknown)[] = [
    () => null,
    () => true,
    () => -1,
    () => 0.5,
    () => 2 ** 31,
    () => 1e308,
    () => ({}),
    () => [],
    () => [null],
    () => JSON.parse('{"__proto__": {"a": 1}}') as unknown,
    deep,
    () => Array.from({ length: 500 }, (_, i) => i),
  ]
  return chance(random, 0.5) ? junkText(random) : oneOf(random, kinds)()
}

/** Returns a copy of the value with one part replaced, removed or added, at any depth. */
export function mutated(random: Random, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || chance(random, 0.15)) return junk(random)
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
  const key = oneOf(random, [...Object.keys(copy), Array.isArray(value) ? String(value.length) : 'unknownField'])
  if (!Array.isArray(value) && chance(random, 0.15)) delete copy[key]
  else copy[key] = mutated(random, copy[key])
  return copy
}

/** Returns the text with a piece removed, doubled or overwritten. */
export function mutatedText(random: Random, text: string): string {
  const from = Math.floor(random() * (text.length + 1))
  const to = Math.min(text.length, from + Math.floor(random() * 40))
  const between = oneOf(random, [
    '',
    text.slice(from, to).repeat(2),
    '\u0000',
    '{',
    '}',
    '"',
    '\n',
    '\ud800',
    '999999999999',
  ])
  return text.slice(0, from) + between + text.slice(to)
}

/** Returns a random value that the schema allows. Strings under a name in `ids` get an id that exists. */
export function valueOf(random: Random, schema: Schema, ids: Record<string, string>, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum?.length) return oneOf(random, schema.enum)
  if (schema.anyOf?.length) return valueOf(random, oneOf(random, schema.anyOf), ids, name)
  const type = Array.isArray(schema.type) ? oneOf(random, schema.type) : schema.type
  switch (type) {
    case 'object': {
      const wanted = Object.entries(schema.properties ?? {}).filter(
        ([key]) => schema.required?.includes(key) || chance(random, 0.5),
      )
      return Object.fromEntries(wanted.map(([key, one]) => [key, valueOf(random, one, ids, key)]))
    }
    case 'array': {
      const length = (schema.minItems ?? 0) + Math.floor(random() * 3)
      return Array.from({ length }, () => valueOf(random, schema.items ?? {}, ids, name.replace(/s$/, '')))
    }
    case 'integer':
    case 'number': {
      const [least, most] = [schema.minimum ?? 0, schema.maximum ?? 1000]
      const value = chance(random, 0.2) ? oneOf(random, [least, most]) : least + random() * Math.min(most - least, 1000)
      return type === 'integer' ? Math.floor(value) : value
    }
    case 'boolean':
      return chance(random, 0.5)
    case 'null':
      return null
    case 'string':
      return stringOf(random, schema, ids, name)
    default:
      return oneOf(random, ['text', 1, {}, []])
  }
}

function stringOf(random: Random, schema: Schema, ids: Record<string, string>, name: string): string {
  const known =
    ids[name] ?? (/id$/i.test(name) || schema.format === 'uuid' ? oneOf(random, Object.values(ids)) : undefined)
  if (known !== undefined) return known
  if (schema.format === 'date-time') return oneOf(random, ['2030-01-02T03:04:05Z', '9999-12-31T23:59:59+14:00'])
  if (schema.format === 'email') return `fuzz-${Math.floor(random() * 1e9)}@example.org`
  if (/name|slug/i.test(name)) return `fuzz-${Math.floor(random() * 1e9)}`
  if (schema.format === 'password') return `lantern-${Math.floor(random() * 1e9)}`
  return 'text of a kind'.padEnd(schema.minLength ?? 0, 'x')
}
