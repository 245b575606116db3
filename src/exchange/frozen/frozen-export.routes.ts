import { Type, type Static } from '@sinclair/typebox'
import { sendRanged } from '../../http/ranged-file.js'
import type { MountRoutes } from '../../http/server.js'
import { fileOfExport } from './frozen-export.service.js'
import { exportId } from './frozen-export.shape.js'

const params = Type.Object({ id: exportId })

/** Mounts the route that sends the file of a frozen export. */
export const mountFrozenExportRoutes: MountRoutes = (server) => {
  server.route<{ Params: Static<typeof params> }>({
    method: ['GET', 'HEAD'],
    url: '/api/exports/:id/file',
    schema: { params, tags: ['Export'] },
    config: { auth: 'required', streamed: true, lasting: true },
    async handler(request, reply) {
      const { redirect, fileName, digest, ...file } = await fileOfExport(request.ctx, request.params.id)
      const elsewhere = await redirect()
      if (elsewhere !== null) return reply.header('cache-control', 'no-store').redirect(elsewhere, 302)
      const headers = {
        'content-disposition': `attachment; filename="${fileName}"`,
        'repr-digest': `sha-256=:${Buffer.from(digest, 'hex').toString('base64')}:`,
        'cache-control': 'private, no-cache',
      }
      return sendRanged(request, reply, { ...file, headers, etag: `"${digest}"`, contentType: 'application/gzip' })
    },
  })
}
