import { Type, type Static } from '@sinclair/typebox'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../context.js'
import type { MountRoutes } from '../../http/server.js'
import { shortText } from '../../lib/schema.js'
import { asAppError } from '../../refusals.js'
import { AppError, ClientGone } from '../../lib/errors.js'
import { listImports } from './history.service.js'
import { readOptions } from './options.js'
import * as imports from './import.service.js'
import { openReport } from './report/report.service.js'
import { sweepSpool } from './spool.js'
import { receiveUpload } from './upload.js'

/** The service checks the values, and reports errors in the form of imports. */
const parameter = Type.Optional(Type.Union([shortText, Type.Array(shortText)]))
const historyQuery = Type.Object({ limit: parameter, offset: parameter })

const tags = ['Import']
const config = { auth: 'required', idempotencyKey: false } as const

/** Runs the work of a route. Internal errors are logged and answered in the form of the import routes (E-04). */
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

const sweepEveryMs = 60_000

/** Removes files that killed processes left in the spool folder, when the server starts and once a minute. */
function sweepSpoolOf(server: FastifyInstance, { config, log }: Services): void {
  const sweep = async () => {
    const left = await sweepSpool(config.uploadPath, new Date())
    if (left) log.info(`removed ${left} files of imports that were killed`)
  }
  const timer = setInterval(() => void sweep(), sweepEveryMs)
  timer.unref()
  server.addHook('onReady', sweep)
  server.addHook('onClose', async () => clearInterval(timer))
}

/**
 * Mounts the routes of imports. Uploads are spooled to disk while they arrive; a database connection is taken only
 * afterwards.
 */
export const mountImportRoutes: MountRoutes = async (server, services) => {
  const onUpload = async (
    request: FastifyRequest,
    reply: FastifyReply,
    begin: (filename: string) => Promise<void>,
    act: (file: imports.ImportFile) => Promise<string>,
  ) =>
    inImportForm(request, async () => {
      const upload = await receiveUpload(request, services, begin)
      // The upload is removed before the answer begins, so that a client that has read the answer finds none of its
      // files left on the server.
      const report = await Promise.resolve()
        .then(() => act({ path: upload.path, options: readOptions(upload.options) }))
        .finally(() => upload.remove())
      return reply.type('application/json; charset=utf-8').send(await openReport(report))
    })

  sweepSpoolOf(server, services)

  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { throwFileSizeLimit: false })
    // A body of any other type, JSON included, cannot carry a file and is not read (I-02).
    scope.addContentTypeParser('*', async () => undefined)
    scope.post('/api/import', { schema: { tags }, config }, async (request, reply) => {
      let begun: imports.BegunImport | undefined
      const begin = async (filename: string) => {
        begun = await imports.beginImport(request.ctx, filename)
      }
      try {
        return await onUpload(request, reply, begin, (file) => {
          const row = begun as imports.BegunImport
          // From here on importFile itself updates or deletes the row.
          begun = undefined
          return imports.importFile(request.ctx, file, row)
        })
      } catch (error) {
        await begun?.forget()
        throw error
      }
    })
    scope.post('/api/import/preview', { schema: { tags }, config }, (request, reply) =>
      onUpload(
        request,
        reply,
        async () => undefined,
        (file) => imports.previewImport(request.ctx, file, 'preview'),
      ),
    )
  })

  server.get<{ Querystring: Static<typeof historyQuery> }>(
    '/api/import/history',
    { schema: { querystring: historyQuery, tags }, config: { ...config, listedBy: 'imports' } },
    (request) => inImportForm(request, () => listImports(request.ctx, request.query)),
  )
}
