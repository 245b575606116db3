import { Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'
import type { Context } from '../context.js'
import { linkNext, partQuery } from '../http/next-part.js'
import { sendJson } from '../http/send.js'
import { allOf, partOf, type Listed } from '../lib/page.js'
import type { PrintedList } from '../lib/printed-list.js'
import { act, type Act, type Given } from './act.js'

type Described = Pick<Act, 'says' | 'rest' | 'id' | 'auth' | 'limit' | 'refuses'>

/** An act that answers a list as an array: whole, or the part that `limit` and `cursor` describe. */
interface ListAct<P extends TProperties, Q extends TProperties, T> extends Described {
  params?: P
  query?: TObject<Q>
  /** The schema of an item. */
  item: TSchema
  /** Returns the list. */
  list(
    ctx: Context,
    input: Given<P, TSchema, TObject<Q>>,
  ): Listed<T> | PrintedList<T> | Promise<Listed<T> | PrintedList<T>>
  /** Returns the item that shows a row; by default the row itself. */
  show?(row: T): unknown
  /** Set if the list is never answered whole. */
  onlyParts?: boolean
}

/** Describes such an act. */
export function listAct<T, P extends TProperties = Record<never, never>, Q extends TProperties = Record<never, never>>({
  item,
  list,
  show,
  onlyParts = false,
  query,
  ...described
}: ListAct<P, Q, T>): Act {
  return act({
    ...described,
    inParts: true,
    query: Type.Object({ ...query?.properties, ...partQuery }),
    async run(ctx, input) {
      const { limit, cursor, ...own } = input.query as { limit?: number; cursor?: string }
      const read = await list(ctx, { ...input, query: own } as unknown as Given<P, TSchema, TObject<Q>>)
      const isPart = onlyParts || limit !== undefined || cursor !== undefined
      const { rows, next } = isPart ? await partOf(read, { limit, cursor }) : { rows: await allOf(read), next: null }
      return 'print' in read ? { text: await read.print(rows), next } : { items: show ? rows.map(show) : rows, next }
    },
    answer: Type.Array(item),
    send(to, { text, items, next }) {
      linkNext(to, to.ctx.config, next)
      return text ? sendJson(to.reply, text) : items
    },
  })
}
