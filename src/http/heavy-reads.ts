import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Context } from '../context.js'
import type { Place } from '../lib/fairness/places.js'

/** Takes a place for heavy work; people take turns. Throws RATE_LIMITED if too many requests wait. */
export function heavyPlace(ctx: Context): Promise<Place> {
  const { actor } = ctx
  return ctx.admission.enter('heavyOperation', ctx.budget.person, ctx.clientGone(), {
    isAdmin: actor?.isAdmin ?? false,
    hurry: () => ctx.hurry(),
  })
}

/**
 * Releases a place when the answer has been sent or its client has disconnected, because until then the bytes of the
 * answer are in memory.
 */
export function leaveAfter(response: ServerResponse, place: Place): void {
  if (response.closed) place.leave()
  else response.once('close', () => place.leave())
}

/**
 * Runs a read, whose size is known only while it runs. If its rows exceed HEAVY_READ_BYTES, the read is ended, waits
 * for a place without holding a connection or rows, and runs again with a new budget. Keeping the rows on a paused
 * connection until a place is free would save the restart, but a few heavy reads would then occupy all connections.
 */
export async function inPlaceWhenHeavy<C extends Context, T>(
  ctx: C,
  act: (ctx: C) => Promise<T>,
  keep: (place: Place) => void,
): Promise<T> {
  const { budget } = ctx
  budget.lightBytes = ctx.config.heavyReadBytes
  try {
    const result = await act(ctx)
    if (!budget.isHeavy) return result
  } catch (error) {
    if (!budget.isHeavy) throw error
  }
  keep(await heavyPlace(ctx))
  const again = { ...ctx, budget: budget.anew() }
  await ctx.routes.choose(again, ctx.position)
  return act(again)
}

/** Makes REST reads take the same places as GraphQL reads when they are heavy; exports have separate places. */
export function placeHeavyReads(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const { auth, streamed, ownPlace } = route.config ?? {}
    const reads = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD')
    if (!reads || streamed || ownPlace || !route.url.startsWith('/api/')) return
    if (auth !== 'required' && auth !== 'admin' && auth !== 'optional') return
    const { handler } = route
    const placed: RouteHandlerMethod = async function (request, reply) {
      const act = async (ctx: Context) => {
        request.ctx = ctx
        return handler.call(this, request, reply)
      }
      return inPlaceWhenHeavy(request.ctx, act, (place) => leaveAfter(reply.raw, place))
    }
    route.handler = placed
  })
}
