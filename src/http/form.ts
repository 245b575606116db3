import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { requireActor } from '../access/actor.js'
import type { Services } from '../context.js'
import type { Place } from '../lib/admission.js'
import { atMost } from '../lib/at-most.js'
import { AppError, ClientGone } from '../lib/errors.js'
import { leftWhileSending } from './client-gone.js'
import { leaveUnread } from './unread.js'

/** Whether the body is a form, which may hold files. */
export const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') ?? false

/** Bytes that the other parts and the boundaries may add. */
const formAllowance = 4 * 1024 * 1024
const largestOptions = 1024 * 1024

export interface FileWanted<T> {
  /** Bytes of the file at most, and what a form that says it has more is answered. */
  largest: number
  tooLarge: () => AppError
  /** Takes the bytes as they come and counts them. */
  take: (file: Readable, filename: string) => Promise<T>
  /** Undoes `take` where the rest of the form is no good. */
  drop: (taken: T) => Promise<void>
}

export interface Form<T> {
  file: T
  /** Text or, when the part says that it is JSON, the value. */
  options: unknown
  /** Gives the person's place for files back. */
  leave(): void
}

const badForm = (message: string) =>
  new AppError('VALIDATION_ERROR', message, { extra: { error: 'Bad Request', message } })

/**
 * The parts `file` and `options` in any order. The rest of a form that is refused is not read. Takes one of the
 * person's places for files until it is left.
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
    place = await admission.enter('upload', requireActor(request.ctx).userId)
    if (Number(request.headers['content-length'] ?? 0) > largest + formAllowance) throw tooLarge()
    let options: unknown
    for await (const part of request.parts({
      limits: { fileSize: largest + 1, fieldSize: largestOptions, files: 10, fields: 100 },
    })) {
      if (part.type === 'file' && part.fieldname === 'file' && taken === undefined) {
        taken = { file: await take(part.file, part.filename) }
      } else if (part.type === 'file') {
        if (part.fieldname === 'options') options = await textOf(part.file)
        else part.file.resume()
      } else if (part.fieldname === 'options') {
        if (part.valueTruncated) throw optionsTooLong()
        options = part.value
      }
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

const optionsTooLong = () => badForm('options is too long')

/** Options that were sent as a file. */
async function textOf(file: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of atMost(file, largestOptions, optionsTooLong)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Faults of the form itself in words. */
function formFault(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_INVALID_JSON_FIELD_ERROR') return badForm('options is not valid JSON')
  if (code.startsWith('FST_') || code === 'ERR_STREAM_PREMATURE_CLOSE') return badForm('The form cannot be read')
  if (error instanceof Error && /multipart|boundary/i.test(error.message)) return badForm('The form cannot be read')
  return error
}
