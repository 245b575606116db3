import type { FastifyRequest } from 'fastify'
import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { requireActor } from '../access/actor.js'
import type { Services } from '../context.js'
import type { Place } from '../lib/fairness/places.js'
import { atMost } from '../lib/at-most.js'
import { AppError, ClientGone } from '../lib/errors.js'
import { leftWhileSending } from './client-gone.js'
import { leaveUnread } from './unread.js'

/** Returns whether the body is a multipart form, which may hold files. */
export const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') ?? false

/** The maximum number of bytes that the other parts and the boundaries may add to those of the file. */
const formAllowance = 4 * 1024 * 1024
const largestOptions = 1024 * 1024

export interface FileWanted<T> {
  /** The largest size of the file in bytes, and the error for a form whose content-length exceeds it. */
  largest: number
  tooLarge: () => AppError
  /** Consumes the bytes of the file as they arrive, and counts them. */
  take: (file: Readable, filename: string) => Promise<T>
  /** Undoes `take` when the rest of the form is refused. */
  drop: (taken: T) => Promise<void>
}

export interface Form<T> {
  file: T
  /** The part `options`: its text or, if the part is marked as JSON, the parsed value. */
  options: unknown
  /** Releases the user's place for an upload. */
  leave(): void
}

const badForm = (message: string) =>
  new AppError('VALIDATION_ERROR', message, { extra: { error: 'Bad Request', message } })

/**
 * Receives a multipart form with the parts `file` and `options` in any order, and takes one of the user's places for
 * uploads until `leave` is called. Throws VALIDATION_ERROR for a form that is malformed or has no file, and ClientGone
 * if the client disconnects while sending. The rest of a refused form is not read.
 */
export async function receiveForm<T>(
  request: FastifyRequest,
  { admission }: Services,
  { largest, tooLarge, take, drop }: FileWanted<T>,
): Promise<Form<T>> {
  if (!request.isMultipart()) throw badForm('No file provided')
  let taken: { file: T } | undefined
  let place: Place | undefined
  try {
    place = await admission.enter('upload', requireActor(request.ctx).userId, request.ctx.clientGone())
    if (Number(request.headers['content-length'] ?? 0) > largest + formAllowance) throw tooLarge()
    let options: unknown
    for await (const part of request.parts({
      limits: { fileSize: largest + 1, fieldSize: largestOptions, files: 10, fields: 100 },
    })) {
      if (part.type === 'file' && part.fieldname === 'file' && taken === undefined) {
        if (part.filename.includes(replaced)) throw badForm('The name of the file is not valid UTF-8')
        taken = { file: await take(part.file, part.filename) }
      } else if (part.type === 'file') {
        if (part.fieldname !== 'options') throw unknownPart(part.fieldname)
        options = await textOf(part.file)
      } else if (part.fieldname === 'options') {
        if (part.valueTruncated) throw optionsTooLong()
        if (String(part.value).includes(replaced)) throw notUtf8()
        options = part.value
      } else throw unknownPart(part.fieldname)
    }
    if (!taken) throw badForm('No file provided')
    const { leave } = place
    return { file: taken.file, options, leave }
  } catch (error) {
    if (taken) await drop(taken.file)
    place?.leave()
    if (leftWhileSending(request.raw)) throw new ClientGone()
    leaveUnread(request)
    throw formFault(error)
  }
}

const unknownPart = (name: string) =>
  badForm(`The form may hold file and options, each once, but no part ${JSON.stringify(name.slice(0, 100))}`)
/**
 * The replacement for bytes that the multipart parser could not read as UTF-8; clients do not send it in a name or an
 * option.
 */
const replaced = '\ufffd'
const notUtf8 = () => badForm('options is not valid UTF-8')
const optionsTooLong = () => badForm('options is too long')

/** Returns the text of `options` that were sent as a file. */
async function textOf(file: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of atMost(file, largestOptions, optionsTooLong)) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (!isUtf8(bytes)) throw notUtf8()
  return bytes.toString('utf8')
}

/** Converts errors of the multipart parser to VALIDATION_ERROR; returns other errors unchanged. */
function formFault(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_INVALID_JSON_FIELD_ERROR') return badForm('options is not valid JSON')
  if (code.startsWith('FST_') || code === 'ERR_STREAM_PREMATURE_CLOSE') return badForm('The form cannot be read')
  if (error instanceof Error && /multipart|boundary/i.test(error.message)) return badForm('The form cannot be read')
  return error
}
