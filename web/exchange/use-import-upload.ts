import { useRef, useState } from 'react'
import { AnswerError, LostServer } from '../lib/answer.js'
import { wordsOf } from '../lib/notices.js'
import { upload, type Transfer } from '../lib/transfer.js'
import { texts } from '../texts.js'
import type { Report } from './report.js'

const words = texts.exchange.import

interface Refusal {
  title: string
  name: string
  why: string
  retry?: (() => void) | undefined
}

/** The chosen resolutions of conflicts, by the name of the option. */
export type Choices = Partial<Record<keyof typeof words.choices, string>>

/** How the server handles a file; `again` is called to retry. */
interface Options {
  choices: Choices
  strict: boolean
  again: () => void
}

/** Returns a function that sends files to be previewed or imported, one at a time, and the state of the transfer. */
export function useImportUpload() {
  const [state, setState] = useState<Transfer>()
  const [refused, setRefused] = useState<Refusal>()
  const current = useRef<AbortController>(undefined)

  /** Sends the file; resolves to the report, or undefined if stopped or refused. */
  async function send(path: string, file: File, options: Options): Promise<Report | undefined> {
    current.current?.abort() // Only the last request counts: an answer under way is for earlier choices.
    const own = new AbortController()
    current.current = own
    setRefused(undefined)
    setState({ done: 0, total: file.size })
    try {
      const answer = await upload<Report>(path, formOf(file, options), setState, own.signal)
      return current.current === own ? answer : undefined
    } catch (error) {
      // The server may have imported the file although its response was lost; sending the file again could import it
      // twice.
      const isUnknown = path === '/api/import' && error instanceof LostServer
      if (!own.signal.aborted)
        setRefused({
          title: isUnknown ? words.unknown : words.refused,
          name: file.name,
          why: isUnknown ? words.lookBelow : wordsOf(error, words.advice),
          retry: isUnknown || isLasting(error) ? undefined : options.again, // Lasting: would be refused again.
        })
      return undefined
    } finally {
      if (current.current === own) setState(undefined)
    }
  }

  return { state, refused, setRefused, send, stop: () => current.current?.abort() }
}

function formOf(file: File, { choices, strict }: Options): FormData {
  const { overlappingFrameRanges, duplicateSequenceIds, ...others } = choices
  const sequences = {
    ...(overlappingFrameRanges && { overlappingFrameRanges }),
    ...(duplicateSequenceIds && { duplicateSequenceIds }),
  }
  const form = new FormData()
  const conflictResolution = { ...others, ...(Object.keys(sequences).length && { sequences }) }
  form.append('options', JSON.stringify({ conflictResolution, ...(strict && { validation: { strictMode: true } }) }))
  form.append('file', file)
  return form
}

const isLasting = (error: unknown) =>
  error instanceof AnswerError && ['VALIDATION_ERROR', 'PARSE_ERROR', 'PAYLOAD_TOO_LARGE'].includes(error.code)
