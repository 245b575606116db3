import type { Static } from '@sinclair/typebox'
import { sendLines, wantsLines } from '../../http/send-streamed.js'
import type { MountRoutes } from '../../http/server.js'
import { auditOfQuery, openAuditLines } from './audit.service.js'
import { auditQuery } from './audit.shape.js'

/** Mounts the audit list: a page of entries, or all entries as lines. */
export const mountAudit: MountRoutes = (server) => {
  server.get<{ Querystring: Static<typeof auditQuery> }>(
    '/api/admin/audit',
    {
      schema: { querystring: auditQuery, tags: ['Operations'] },
      config: { auth: 'admin', listedBy: 'audit', lasting: true },
    },
    async (request, reply) =>
      wantsLines(request)
        ? sendLines(request, reply, await openAuditLines(request.ctx, request.query))
        : reply.header('vary', 'Accept').send(await auditOfQuery(request.ctx, request.query)),
  )
}
