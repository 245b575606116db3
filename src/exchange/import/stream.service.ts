import type { Readable } from 'node:stream'
import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import { ClientGone, leftMidFile } from '../../lib/errors.js'
import { readOptions } from './options.js'
import type { ImportReport } from './report/report.js'
import { beginImport, importFile, previewImport } from './import.service.js'
import { readReport } from './report/report.service.js'
import { removeSpooled, spoolFile } from './spool.js'

export interface FileStream {
  filename: string
  open(): Readable
  options: unknown
}

/**
 * Spools a file that is still arriving to disk, then imports it or only previews the import. Returns the report. Throws
 * ClientGone if the client disconnects in the middle of the file.
 */
export async function takeIn(ctx: Context, file: FileStream, act: 'import' | 'preview'): Promise<ImportReport> {
  const { userId } = requireActor(ctx)
  const options = readOptions(file.options)
  return ctx.admission.during('upload', userId, undefined, async () => {
    let begun = act === 'import' ? await beginImport(ctx, file.filename.slice(0, 500)) : undefined
    let path: string | undefined
    try {
      path = await spoolFile(file.open(), ctx.config.uploadPath)
      const spooled = { path, options, reportIsParsed: true }
      const row = begun
      // From here on importFile itself updates or deletes the row.
      begun = undefined
      return await readReport(await (row ? importFile(ctx, spooled, row) : previewImport(ctx, spooled, 'report')))
    } catch (error) {
      await begun?.forget()
      throw leftMidFile(error) ? new ClientGone() : error
    } finally {
      if (path !== undefined) await removeSpooled(path)
    }
  })
}
