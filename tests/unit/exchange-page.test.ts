import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { getMetadataStorage } from 'type-graphql'
import { describe, expect, it } from 'vitest'
import { ExchangeResolver } from '../../src/exchange/exchange.resolver.js'
import { frozenExportActs } from '../../src/exchange/frozen/frozen-export.acts.js'
import { FrozenExportResolver } from '../../src/exchange/frozen/frozen-export.resolver.js'
import { readOptions } from '../../src/exchange/import/options.js'
import { readScope } from '../../src/exchange/export/scope.js'

// Compares docs/exchange.md with what the routes, the mutations and the import accept, in both directions.

interface Schema {
  type?: string | string[]
  enum?: (string | null)[]
  items?: Schema
  properties?: Record<string, Schema>
}
interface Operation {
  parameters?: { in: string; name: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const page = readFileSync('docs/exchange.md', 'utf8')

/** The rows of all tables of the page whose head begins with these cells, as lists of cells. */
const rowsBelow = (...head: string[]): string[][] =>
  [...page.matchAll(/^\|.*\|\n\|[-|]+\|\n((?:\|.*\|\n)*)/gm)]
    .filter(([table]) => table.startsWith(`| ${head.join(' | ')} |`))
    .flatMap(([, rows = '']) => rows.trim().split('\n'))
    .map((row) => row.slice(2, -2).split(' | '))
const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)

/** The operations of the area, by method and path. */
const operations = new Map(
  Object.entries(
    (JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, Record<string, Operation>> }).paths,
  ).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(() => /^\/api\/(exports?|import)(\/|$)/.test(path))
      .map(([method, operation]) => [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`, operation]),
  ),
)

/** What a request to an operation may say in its query or body: names with their schemas. */
const takenBy = ({ parameters = [], requestBody }: Operation): [string, Schema][] => [
  ...parameters.filter((one) => one.in === 'query').map(({ name, schema }): [string, Schema] => [name, schema]),
  ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => Object.entries(schema.properties ?? {})),
]

/** The message with which a value is refused; empty if it is accepted. */
function refusal(act: () => unknown): string {
  try {
    act()
    return ''
  } catch (error) {
    const { message, details } = error as Error & { details?: { message: string }[] }
    return details?.[0]?.message ?? message
  }
}

const words = (text: string) => [...text.matchAll(/[\w-]+/g)].map(String)

describe('docs/exchange.md', () => {
  it('names every route of exports and imports, and no other', () => {
    const named = rowsBelow('route').flatMap(([route]) => quoted(route))
    expect(operations.size).toBeGreaterThan(13)
    expect(named.sort()).toEqual([...operations.keys()].sort())
  })

  it('names every parameter of every export with the values that it takes, and no other', () => {
    const exported = [...operations].filter(([route]) => /^GET \/api\/export(\/|$)|^POST \/api\/exports$/.test(route))
    // The words of lists are in the schema of the body alone, because a query holds lists as text.
    const body = new Map(takenBy(operations.get('POST /api/exports')!))
    const scopes = words(refusal(() => readScope({ scope: '?' })).replace(/^must be|<.*>|\bor\b/g, ''))
    const valuesOf = (name: string, schema: Schema): string[] => {
      if (name === 'scope') return scopes
      const given = schema.enum ?? body.get(name)?.items?.enum
      return given?.filter((one) => one !== null) ?? ([schema.type].flat().includes('boolean') ? ['false', 'true'] : [])
    }
    const taken = exported.flatMap(([route, operation]) =>
      takenBy(operation).map(([name, schema]) => `${route} ${name}: ${valuesOf(name, schema)}`),
    )
    const fullRoute = (end: string) =>
      end === 'POST' ? 'POST /api/exports' : `GET ${end === '/api/export' ? '' : '/api/export'}${end}`
    const named = rowsBelow('parameter').flatMap(([name, values, routes]) =>
      quoted(routes).map((end) => {
        const listed = quoted(values).map((one) => one.replace(/:<id>$/, ''))
        return `${fullRoute(end)} ${quoted(name)}: ${listed}`
      }),
    )
    expect(scopes).toEqual(expect.arrayContaining(['own', 'project']))
    expect(named.sort()).toEqual(taken.sort())
  })

  it('names what an import and the list of imports take, and nothing else', () => {
    const imports = [...operations].filter(([route]) => route.includes('/api/import'))
    const taken = imports.map(([route, operation]) => [route, takenBy(operation).map(([name]) => name)])
    const named = rowsBelow('route', 'takes').map(([route, names]) => [...quoted(route), quoted(names)])
    expect(named).toEqual(taken)
  })

  it('names every option of an import with its values, the default first, and no other', () => {
    const within = (path: string[], value: unknown) => path.reduceRight((inner, name) => ({ [name]: inner }), value)
    const refused = (path: string[], value: unknown) => refusal(() => readOptions(within(path, value)))
    /** The options at a place, which the refusal of an unknown one lists; undefined if the place is one option. */
    const options = (path: string[]): string[][] => {
      const names = / may hold (.*)/.exec(refused([...path, '?'], 1))?.[1]
      return names === undefined ? [path] : words(names).flatMap((name) => options([...path, name]))
    }
    const valuesOf = (path: string[]) => {
      const message = refused(path, 1)
      return message.endsWith('must be true or false')
        ? ['false', 'true']
        : words(/ must be one of (.*)/.exec(message)?.[1] ?? '').sort()
    }
    const accepted = options([]).map((path) => [path.join('.'), valuesOf(path)] as const)
    const rows = rowsBelow('option').map(([name = '', cell = '']) => [name, cell.split(/[,;] /)] as const)
    const enumerated = new Map(accepted)
    const named = rows.map(([name, values]) => [name, enumerated.get(name)?.length ? [...values].sort() : []])
    expect(accepted.length).toBeGreaterThan(15)
    expect(named.sort()).toEqual([...accepted].sort())
    // The format has no default: the file decides.
    const { common, of } = readOptions({})
    for (const [name, [first = '']] of rows.filter(([one]) => one !== 'format' && enumerated.get(one)?.length)) {
      const given = readOptions(within(name.split('.'), /^(true|false)$/.test(first) ? first === 'true' : first))
      expect([name, given.common, given.of.full]).toEqual([name, common, of.full])
    }
  })

  it('names every field of GraphQL with its arguments, and no other', () => {
    const { queries, mutations } = getMetadataStorage()
    const resolved = [...queries, ...mutations]
      .filter(({ target }) => target === ExchangeResolver || target === FrozenExportResolver)
      .map(({ schemaName }) => schemaName)
    const mounted = frozenExportActs.acts.flatMap(({ mutation }) => (mutation ? [mutation.name] : []))
    const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
    const fields = { ...schema.getQueryType()!.getFields(), ...schema.getMutationType()!.getFields() }
    const names = [...new Set([...resolved, ...mounted])]
    const taken = names.map((name) => `${name}: ${fields[name]!.args.map((one) => one.name).sort()}`)
    const named = rowsBelow('field').map(([field, cell]) => `${quoted(field)}: ${quoted(cell).sort()}`)
    expect(names.length).toBeGreaterThan(8)
    expect(named.sort()).toEqual(taken.sort())
  })
})
