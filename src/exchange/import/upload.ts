import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Place } from '../../lib/admission.js'
import { requireActor } from '../../access/actor.js'
import type { Services } from '../../context.js'
import { leftWhileSending } from '../../http/client-gone.js'
import { leaveUnread } from '../../http/unread.js'
import { AppError, ClientGone } from '../../lib/errors.js'
import { largestFile, removeSpooled, spoolFile, tooLarge } from './spool.js'

/** Bytes that the other parts and the boundaries may add. */
const formAllowance = 4 * 1024 * 1024
const largestOptions = 1024 * 1024

export interface Upload {
  path: string
  filename: string
  /** Text or, when the part says that it is JSON, the value. */
  options: unknown
  remove(): Promise<void>
}

const badRequest = (message: string) =>
  new AppError('VALIDATION_ERROR', message, { extra: { error: 'Bad Request', message } })

/**
 * The parts `file` and `options` in any order (I-01, I-02). The rest of an upload that is refused is not read. Takes
 * one of the person's places for files until it is removed. `begin` hears of the file's name before its bytes are
 * taken.
 */
export async function receiveUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, admission }: Services,
  begin: (filename: string) => Promise<void>,
): Promise<Upload> {
  if (!request.isMultipart()) throw badRequest('No file provided')
  let path: string | undefined
  let place: Place | undefined
  const remove = async () => {
    if (path) await removeSpooled(path)
    place?.leave()
  }
  try {
    place = await admission.enter('upload', requireActor(request.ctx).userId)
    if (Number(request.headers['content-length'] ?? 0) > largestFile + formAllowance) throw tooLarge()
    let filename = 'import.jsonl'
    let options: unknown
    for await (const part of request.parts({
      limits: { fileSize: largestFile + 1, fieldSize: largestOptions, files: 10, fields: 100 },
    })) {
      if (part.type === 'file' && part.fieldname === 'file' && path === undefined) {
        filename = (part.filename || filename).slice(0, 500)
        await begin(filename)
        path = await spoolFile(part.file, config.uploadPath)
      } else if (part.type === 'file') {
        if (part.fieldname === 'options') options = (await part.toBuffer()).toString('utf8')
        else part.file.resume()
      } else if (part.fieldname === 'options') {
        if (part.valueTruncated) throw badRequest('options is too long')
        options = part.value
      }
    }
    if (path === undefined) throw badRequest('No file provided')
    return { path, filename, options, remove }
  } catch (error) {
    await remove()
    if (leftWhileSending(request.raw)) throw new ClientGone()
    leaveUnread(request, reply)
    throw formFault(error)
  }
}

/** Faults of the form itself in the words of this route. */
function formFault(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_INVALID_JSON_FIELD_ERROR') return badRequest('options is not valid JSON')
  if (code.startsWith('FST_') || code === 'ERR_STREAM_PREMATURE_CLOSE') return badRequest('The form cannot be read')
  if (error instanceof Error && /multipart|boundary/i.test(error.message)) return badRequest('The form cannot be read')
  return error
}
