import { Type, type TSchema } from '@sinclair/typebox'
import { says } from '../lib/described.js'
import { nullable } from '../lib/schema.js'
import { named, type Media } from './answers.js'

const cursor = nullable(Type.String())

const pageInfo = named(
  'PageInfo',
  Type.Object({
    hasNextPage: says('Whether more items follow this page.', Type.Boolean()),
    hasPreviousPage: says('Whether more items precede this page.', Type.Boolean()),
    startCursor: says('Cursor of the first item of the page; null if the page is empty.', cursor),
    endCursor: says('Cursor of the last item of the page; null if the page is empty.', cursor),
  }),
)

/** Returns the schema of a page of a list. */
export const pageShape = (name: string, item: TSchema) =>
  Type.Object({
    [name]: says('Items of the page.', Type.Array(item)),
    pageInfo: says('Position of the page in the list.', pageInfo),
    totalCount: Type.Optional(says('Number of items in the whole list, where it was asked for.', Type.Integer())),
  })

/** Returns the answer with a page of a list, or with the whole list as NDJSON. */
export const pageOrLines = (name: string, item: TSchema): Media => ({
  media: ['application/x-ndjson'],
  schema: Type.String({ contentMediaType: 'application/x-ndjson', contentSchema: item }),
  json: pageShape(name, item),
})
