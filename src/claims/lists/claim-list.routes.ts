import type { Static } from '@sinclair/typebox'
import { sendJson } from '../../http/send.js'
import { sendLines, wantsLines } from '../../http/send-streamed.js'
import type { MountRoutes } from '../../http/server.js'
import { claimsQuery } from './claim-filter.shape.js'
import { openClaimLines, printClaimList } from './claim-rows.service.js'

/** Mounts the list of the claims of all summaries: a page of it, or all of it as lines. */
export const mountClaimList: MountRoutes = (server) => {
  server.get<{ Querystring: Static<typeof claimsQuery> }>(
    '/api/claims',
    {
      schema: { querystring: claimsQuery, tags: ['Claims'] },
      config: { auth: 'required', claimsBucket: 'reads', listedBy: 'claims', lasting: true },
    },
    async (request, reply) =>
      wantsLines(request)
        ? sendLines(request, reply, await openClaimLines(request.ctx, request.query))
        : sendJson(reply.header('vary', 'Accept'), await printClaimList(request.ctx, request.query)),
  )
}
