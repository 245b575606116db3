import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../lib/errors.js'
import { newId } from '../../lib/uuid.js'

/** I-03: bytes of the file part. */
export const largestFile = 100 * 1024 * 1024

export function tooLarge(): AppError {
  const message = 'File exceeds the 100 MB limit'
  return new AppError('PAYLOAD_TOO_LARGE', message, { extra: { error: 'Payload Too Large', message } })
}

/** The disk, the quota or the process limit is used up: a fault of ours, but one that says what to mend. */
function noSpace(error: unknown): AppError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) return undefined
  return new AppError('INTERNAL_ERROR', 'The server has no space left for the upload', {
    extra: { error: 'Internal Server Error' },
  })
}

const leftFile = /^parallax-(import|report)-[\w-]+\.jsonl?$/
/** No import takes a day; another process of this machine may be at work in the same folder. */
const leftAfterMs = 86_400_000

/** Removes what a process that was killed left in the spool folder; how many files. */
export async function sweepLeftFiles(folder: string, now: Date): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const old = await Promise.all(
    names
      .filter((name) => leftFile.test(name))
      .map(async (name) => {
        const path = join(folder, name)
        const changed = await stat(path).then(
          (one) => one.mtimeMs,
          () => Infinity,
        )
        return changed < now.getTime() - leftAfterMs ? [path] : []
      }),
  )
  await Promise.all(old.flat().map((path) => rm(path, { force: true })))
  return old.flat().length
}

/**
 * Writes a file to the spool folder while it arrives; nothing is left behind when it is too large or the disk is full.
 */
export async function spoolFile(source: Readable, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `parallax-import-${newId()}.jsonl`)
  let bytes = 0
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > largestFile ? tooLarge() : null, chunk)
    },
  })
  try {
    await pipeline(source, limit, createWriteStream(path, { mode: 0o600 }))
    return path
  } catch (error) {
    await rm(path, { force: true })
    throw noSpace(error) ?? error
  }
}
