import fc from 'fast-check'
import { buildSchema, parse, type GraphQLObjectType, type OperationDefinitionNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import { PickedDocuments } from '../../src/graphql/run/picked-documents.js'
import { pickOf } from '../../src/graphql/run/picks.js'
import { selectionOf } from '../../src/graphql/documents/selection.js'
import { ByteWriter, viewOf } from '../../src/lib/byte-writer.js'
import { joinBytes } from '../../src/lib/bytes.js'

const schema = buildSchema(`
  type Item { type: String! content: String count: Int share: Float flag: Boolean }
  type Query { items: [Item!] item: Item }
`)
const selections = [
  '{ type content }',
  '{ content type }',
  '{ type content count share flag }',
  '{ __typename a: content content b: content count }',
]

/** Picks the selection from the documents; returns the text for the response, or null where picking is impossible. */
function picked(root: 'items' | 'item', selection: string, documents: readonly string[]): (string | null)[] {
  const [operation] = parse(`{ ${root} ${selection} }`).definitions as [OperationDefinitionNode]
  const scope = { schema, fragments: new Map(), variables: {} }
  const [field] = selectionOf(scope, schema.getQueryType()!, [operation.selectionSet]).fields
  const pick = pickOf(field!, schema.getType('Item') as GraphQLObjectType)!
  const found = new PickedDocuments(pick, documents.length, { checkBytes: () => undefined })
  // Other values precede and follow the document, as in a row.
  const rows = documents.map((text) => Buffer.from(`\0\0\0\u0007${text}\0\0\0\u0003abc`))
  const ends = rows.map((row) => row.length - 7)
  const counts = rows.map((bytes, i) => found.add(i, { bytes, view: viewOf(bytes) }, 4, ends[i]!))
  return rows.map((bytes, i) => {
    const out = new ByteWriter(1)
    found.write(i, { bytes, view: viewOf(bytes) }, out)
    return counts[i]! < 0 ? null : joinBytes(out.written()).toString()
  })
}

interface Item {
  [name: string]: unknown
}

/** Computes the same result by parsing the document. */
function expected(selection: string, item: Item): Item {
  const names = [...selection.matchAll(/(?:(\w+): )?(\w+)/g)].map(([, alias, name = '']) => [alias ?? name, name])
  return Object.fromEntries(names.map(([key, name]) => [key, name === '__typename' ? 'Item' : (item[name!] ?? null)]))
}

const space = fc.constantFrom('', '', '', ' ', '\n\t')
const member = fc.oneof(
  fc.tuple(fc.constantFrom('content', 'other'), fc.option(fc.string({ unit: 'grapheme' }))),
  fc.tuple(fc.constant('count'), fc.option(fc.integer({ min: -9, max: 999 }))),
  fc.tuple(fc.constant('share'), fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }))),
  fc.tuple(fc.constant('flag'), fc.option(fc.boolean())),
  fc.tuple(fc.constant('nested'), fc.jsonValue()),
)
/** Generates an item as JSON text: members in any order, some twice, white space anywhere. */
const item = fc
  .tuple(fc.array(member, { maxLength: 7 }), fc.string(), fc.nat(7), fc.array(space, { minLength: 5, maxLength: 5 }))
  .map(([members, type, at, [a, b, c, d, e]]) => {
    const all = (members as [string, unknown][]).toSpliced(at, 0, ['type', type])
    return `{${a}${all.map(([name, value]) => `"${name}"${b}:${c}${JSON.stringify(value)}`).join(`${d},${e}`)}${a}}`
  })
const list = fc
  .tuple(fc.array(item, { maxLength: 4 }), space)
  .map(([items, s]) => `[${s}${items.join(`${s},${s}`)}${s}]`)

describe('what is picked of stored documents', () => {
  it('is what parsing them gives, whatever the order, the spaces and what is there twice', () => {
    const property = fc.property(
      fc.constantFrom(...selections),
      fc.array(list, { maxLength: 4 }),
      (selection, documents) => {
        const answers = picked('items', selection, documents)
        for (const [i, text] of documents.entries()) {
          const items = JSON.parse(text) as Item[]
          expect(JSON.parse(answers[i] ?? 'null'), text).toEqual(items.map((one) => expected(selection, one)))
        }
      },
    )
    fc.assert(property, { numRuns: 300 })
  })

  it('is the document itself where all of it is asked for in stored order', () => {
    const text = '[{"type":"text","content":"a"},{"type":"typeRef","content":"b"}]'
    expect(picked('items', '{ type content }', [text, text])).toEqual([text, text])
    expect(picked('item', '{ type content }', ['{"type":"text","content":"a"}'])).toEqual([
      '{"type":"text","content":"a"}',
    ])
  })

  it('is nothing where a document is not as its type says', () => {
    const odd = [
      '{}',
      '[1]',
      '[{"content":"no type"}]',
      '[{"type":null}]',
      '[{"type":"a"},{"type":7}]',
      '[{"type":"a","count":1.5}]',
    ]
    expect(picked('items', '{ type content count }', odd)).toEqual(odd.map(() => null))
  })
})
