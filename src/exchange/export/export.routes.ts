import type { Static } from '@sinclair/typebox'
import type { MountRoutes } from '../../http/server.js'
import { sendJson } from '../../http/send.js'
import { refuseOldProtocol } from '../../http/send-streamed.js'
import { sendExport } from './send.js'
import * as exports from './export.service.js'
import { exportStats } from './stats.service.js'
import {
  exportAllQuery,
  exportAnnotationsQuery,
  exportContentQuery,
  exportStatsQuery,
  exportSummariesQuery,
  exportWorldQuery,
} from './export.shape.js'
import { lineSchemaDocument } from '../line-document.shape.js'

const tags = ['Export']
const config = { auth: 'required', ownPlace: true, lasting: true } as const
const preHandler = refuseOldProtocol

/** Mounts the routes that export, as lines, what the caller owns, what a project holds, or everything on the server. */
export const mountExportRoutes: MountRoutes = (server) => {
  server.get<{ Querystring: Static<typeof exportAnnotationsQuery> }>(
    '/api/export',
    { schema: { querystring: exportAnnotationsQuery, tags }, config, preHandler },
    async (request, reply) => {
      const made = await exports.openStreamedExport(request.ctx, 'annotations', request.query)
      return sendExport(request, reply, made, { size: true, skipped: request.query.skipInvalid ?? false })
    },
  )

  server.get<{ Querystring: Static<typeof exportAllQuery> }>(
    '/api/export/all',
    { schema: { querystring: exportAllQuery, tags }, config, preHandler },
    async (request, reply) =>
      sendExport(request, reply, await exports.openStreamedExport(request.ctx, 'all', request.query)),
  )

  server.get<{ Querystring: Static<typeof exportContentQuery> }>(
    '/api/export/personas',
    { schema: { querystring: exportContentQuery, tags }, config, preHandler },
    async (request, reply) =>
      sendExport(request, reply, await exports.openStreamedExport(request.ctx, 'personas', request.query)),
  )

  server.get<{ Querystring: Static<typeof exportWorldQuery> }>(
    '/api/export/world',
    { schema: { querystring: exportWorldQuery, tags }, config, preHandler },
    async (request, reply) =>
      sendExport(request, reply, await exports.openStreamedExport(request.ctx, 'world', request.query)),
  )

  server.get<{ Querystring: Static<typeof exportSummariesQuery> }>(
    '/api/export/summaries',
    { schema: { querystring: exportSummariesQuery, tags }, config, preHandler },
    async (request, reply) =>
      sendExport(request, reply, await exports.openStreamedExport(request.ctx, 'summaries', request.query)),
  )

  server.get<{ Querystring: Static<typeof exportContentQuery> }>(
    '/api/export/videos',
    { schema: { querystring: exportContentQuery, tags }, config, preHandler },
    async (request, reply) =>
      sendExport(request, reply, await exports.openStreamedExport(request.ctx, 'videos', request.query)),
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
