import { useRef, useState } from 'react'
import type { ExportFilter, ExportFormat } from '../generated/graphql.js'
import { showDone, showError } from '../lib/notices.js'
import { download, saveFile, type Transfer } from '../lib/transfer.js'
import { texts } from '../texts.js'
import { exportFiles, type ExportFileName } from './formats.js'

interface Query {
  scope: string
  format: ExportFormat
  filter: ExportFilter
}

/** Returns a function that downloads an export of about `about` bytes and saves it, and the state of the transfer. */
export function useExportDownload() {
  const [state, setState] = useState<Transfer>()
  const own = useRef<AbortController>(undefined)

  async function start(file: ExportFileName, query: Query, about: number) {
    const control = new AbortController()
    own.current = control
    setState({ done: 0, total: about || null })
    try {
      const path = `${exportFiles[file]}?${parametersOf(query)}`
      const { content, name } = await download(path, about, setState, control.signal)
      saveFile(content, name)
      showDone(texts.exchange.export.saved(name))
    } catch (error) {
      if (!control.signal.aborted) showError(error)
    } finally {
      setState(undefined)
    }
  }

  return { state, start, stop: () => own.current?.abort() }
}

function parametersOf({ scope, format, filter }: Query): URLSearchParams {
  const { includeInterpolated, includeInvisible, personaIds, reviewStates, videoIds } = filter
  const parameters = new URLSearchParams({ scope })
  if (format !== 'NDJSON') parameters.set('format', format.toLowerCase().replace('_', '-'))
  if (includeInterpolated) parameters.set('includeInterpolated', 'true')
  if (includeInvisible) parameters.set('includeInvisible', 'true')
  if (personaIds?.length) parameters.set('personaIds', personaIds.join())
  if (reviewStates?.length) parameters.set('reviewStates', reviewStates.join().toLowerCase())
  for (const id of videoIds ?? []) parameters.append('videoIds', String(id))
  return parameters
}
