import type { FastifyInstance } from 'fastify'
import { processRequest } from 'graphql-upload-minimal'
import { leaveUnread } from '../http/unread.js'
import { AppError } from '../lib/errors.js'

const isForm = (type: string | undefined) => type?.startsWith('multipart/form-data') ?? false

/**
 * Operations that bring files, by the GraphQL multipart request specification: the operation is read first, the file
 * streams in while its resolver works, and whoever reads it counts its bytes.
 */
export function acceptUploads(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined))
  scope.addHook('preValidation', async (request, reply) => {
    if (!isForm(request.headers['content-type'])) return
    // A resolver may refuse the file before it is read.
    leaveUnread(request)
    try {
      request.body = await processRequest(request.raw, reply.raw, { maxFiles: 1, maxFieldSize: 1024 * 1024 })
    } catch (cause) {
      throw new AppError('VALIDATION_ERROR', cause instanceof Error ? cause.message : 'The form cannot be read', {
        cause,
      })
    }
  })
}
