import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import { ClientGone } from '../../lib/errors.js'
import { readOptions } from './options.js'
import type { ImportReport } from './report/report.js'
import { importFile, previewImport } from './import.service.js'
import { readReport } from './report/report.service.js'
import { spoolFile } from './spool.js'

export interface FileStream {
  filename: string
  open(): Readable
  options: unknown
}

/** A file that is still arriving: spooled to disk, then imported, or only previewed. */
export async function takeIn(ctx: Context, file: FileStream, act: 'import' | 'preview'): Promise<ImportReport> {
  requireActor(ctx)
  const options = readOptions(file.options)
  const path = await spoolFile(file.open(), ctx.config.uploadPath).catch((error: unknown) => {
    throw disconnected(error) ? new ClientGone() : error
  })
  try {
    const spooled = { path, filename: file.filename.slice(0, 500), options }
    return await readReport(await (act === 'import' ? importFile(ctx, spooled) : previewImport(ctx, spooled, 'report')))
  } finally {
    await rm(path, { force: true })
  }
}

/** How the parser of forms says that the connection ended before the file did. */
function disconnected(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 499
}
