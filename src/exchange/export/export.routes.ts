import type { Static, TSchema } from '@sinclair/typebox'
import type { MountRoutes } from '../../http/server.js'
import { sendJson } from '../../http/send.js'
import { refuseOldProtocol } from '../../http/send-streamed.js'
import { argumentsOf } from '../../agreement/report.service.js'
import { sendExport } from './send.js'
import { openStreamedAgreement } from './agreement-export.service.js'
import * as exports from './export.service.js'
import { exportStats } from './stats.service.js'
import {
  exportAgreementQuery,
  exportAllQuery,
  exportAnnotationsQuery,
  exportContentQuery,
  exportStatsQuery,
  exportSummariesQuery,
  exportWorldQuery,
  type ExportQuery,
} from './export.shape.js'
import { lineSchemaDocument } from '../line-document.shape.js'

const tags = ['Export']
const config = { auth: 'required', ownPlace: true, lasting: true } as const
const preHandler = refuseOldProtocol

/** The query schemas of the exports of one kind, and of everything. */
const queries = {
  all: exportAllQuery,
  personas: exportContentQuery,
  world: exportWorldQuery,
  summaries: exportSummariesQuery,
  videos: exportContentQuery,
}

/**
 * Mounts the routes that export, as lines, the caller's content, the content of a project, or everything on the server.
 */
export const mountExportRoutes: MountRoutes = (server) => {
  server.get<{ Querystring: Static<typeof exportAnnotationsQuery> }>(
    '/api/export',
    { schema: { querystring: exportAnnotationsQuery, tags }, config, preHandler },
    async (request, reply) => {
      const made = await exports.openStreamedExport(request.ctx, 'annotations', request.query)
      return sendExport(request, reply, made, { size: true, skipped: request.query.skipInvalid ?? false })
    },
  )

  for (const [kind, querystring] of Object.entries(queries) as [keyof typeof queries, TSchema][])
    server.get<{ Querystring: ExportQuery }>(
      `/api/export/${kind}`,
      { schema: { querystring, tags }, config, preHandler },
      async (request, reply) =>
        sendExport(request, reply, await exports.openStreamedExport(request.ctx, kind, request.query)),
    )

  server.get<{ Querystring: Static<typeof exportAgreementQuery> }>(
    '/api/export/agreement',
    { schema: { querystring: exportAgreementQuery, tags }, config, preHandler },
    async (request, reply) => {
      const { videoId, ...query } = request.query
      return sendExport(request, reply, await openStreamedAgreement(request.ctx, videoId, argumentsOf(query)))
    },
  )

  server.get<{ Querystring: Static<typeof exportStatsQuery> }>(
    '/api/export/stats',
    { schema: { querystring: exportStatsQuery, tags }, config },
    async (request) => exportStats(request.ctx, request.query),
  )

  const lineSchema = [Buffer.from(JSON.stringify(lineSchemaDocument))]
  server.get('/api/export/schema', { schema: { tags }, config: { auth: 'public' } }, async (_request, reply) =>
    sendJson(reply, lineSchema),
  )
}
