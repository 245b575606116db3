import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MountRoutes } from '../../http/server.js'
import { asAppError } from '../../lib/constraints.js'
import { AppError, ClientGone } from '../../lib/errors.js'
import { listImports } from './history.service.js'
import { readOptions } from './options.js'
import * as imports from './import.service.js'
import { openReport } from './report/report.service.js'
import { receiveUpload } from './upload.js'

const tags = ['Import']
const config = { auth: 'required', idempotencyKey: false } as const

/** E-04: these routes have a form of their own for faults of ours. */
async function inImportForm<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof ClientGone) throw thrown
    const error = asAppError(thrown)
    if (error.code !== 'INTERNAL_ERROR') throw error
    request.log.error({ err: error.cause ?? error }, 'import')
    if (error === thrown) throw error
    throw new AppError('INTERNAL_ERROR', 'An unexpected error occurred', { extra: { error: 'Internal Server Error' } })
  }
}

/** Uploads are spooled to disk while they arrive; only then a database connection is taken. */
export const mountImportRoutes: MountRoutes = async (server, services) => {
  const onUpload = async (
    request: FastifyRequest,
    reply: FastifyReply,
    act: (file: imports.ImportFile) => Promise<string>,
  ) =>
    inImportForm(request, async () => {
      const upload = await receiveUpload(request, reply, services.config.uploadPath)
      try {
        const report = await act({ path: upload.path, filename: upload.filename, options: readOptions(upload.options) })
        return reply.type('application/json; charset=utf-8').send(await openReport(report))
      } finally {
        await upload.remove()
      }
    })

  await server.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    // Whatever else is sent carries no file (I-02); it is not read.
    scope.addContentTypeParser('*', async () => undefined)
    scope.post('/api/import', { schema: { tags }, config }, (request, reply) =>
      onUpload(request, reply, (file) => imports.importFile(request.ctx, file)),
    )
    scope.post('/api/import/preview', { schema: { tags }, config }, (request, reply) =>
      onUpload(request, reply, (file) => imports.previewImport(request.ctx, file, 'preview')),
    )
  })

  server.get<{ Querystring: { limit?: string; offset?: string } }>(
    '/api/import/history',
    { schema: { tags }, config },
    (request) => inImportForm(request, () => listImports(request.ctx, request.query)),
  )
}
