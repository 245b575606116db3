import type { FastifyInstance } from 'fastify'
import { processRequest, type FileUpload } from 'graphql-upload-minimal'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { isForm } from '../http/form.js'
import { leaveUnread } from '../http/unread.js'
import { AppError, ClientGone, leftMidFile, validation } from '../lib/errors.js'
import { formLimits, GuardedForm } from './upload-map.js'

/**
 * Accepts operations with a file by the GraphQL multipart request specification. The operation is read first; the file
 * streams in while its resolver works, and whoever reads it counts its bytes.
 */
export function acceptUploads(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined))
  scope.addHook('preValidation', async (request, reply) => {
    if (!isForm(request)) return
    // A resolver may refuse the file before it has been read.
    leaveUnread(request)
    let form: GuardedForm | undefined
    try {
      form = new GuardedForm(request.raw)
      request.body = await processRequest(form as unknown as IncomingMessage, reply.raw, formLimits)
    } catch (cause) {
      if (form?.refusal) throw form.refusal
      throw new AppError('VALIDATION_ERROR', cause instanceof Error ? cause.message : 'The form cannot be read', {
        cause,
      })
    }
  })
}

/**
 * Translates errors of the upload library: ClientGone when the sender has disconnected, VALIDATION_ERROR when the form
 * has no file. Any other error is returned as it is.
 */
export function faultOfForm(error: unknown): unknown {
  if (leftMidFile(error)) return new ClientGone()
  const isRefusal = error instanceof Error && 'expose' in error && 'status' in error && error.status === 400
  return isRefusal ? validation([{ field: 'file', message: 'is not in the form' }]) : error
}

/**
 * The uploaded file as resolvers use it. `open` throws VALIDATION_ERROR when another field has read the file or the
 * upload is not complete, and ClientGone when the sender has disconnected.
 */
export async function fileOf(file: Promise<FileUpload>): Promise<{ filename: string; open: () => Readable }> {
  const { filename, createReadStream } = await file
  const open = () => {
    try {
      return createReadStream()
    } catch (cause) {
      if (leftMidFile(cause)) throw new ClientGone()
      throw validation([{ field: 'file', message: 'is used more than once, or not complete' }])
    }
  }
  return { filename, open }
}
