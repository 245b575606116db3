import { address } from './address.js'
import { answered, lostServer, refused, UnreadableFile } from './answer.js'

/** The progress of a file transfer in bytes; `total` is null if it is unknown. */
export interface Transfer {
  done: number
  total: number | null
}

/** Has the browser save content as a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * Downloads a file of an estimated size of `about` bytes; if it turns out larger, the total is reported as unknown.
 * Throws AnswerError for a refusal, LostServer if the server cannot be reached or the connection breaks.
 */
export async function download(
  path: string,
  about: number,
  tell: (state: Transfer) => void,
  signal: AbortSignal,
): Promise<{ content: Blob; name: string }> {
  const response = await fetch(address(path), { signal }).catch(lostServer)
  if (!response.ok || !response.body) {
    const refusal = (await answered(response)) as { message?: string; code?: string } | null
    throw refused(refusal?.message ?? String(response.status), refusal?.code)
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  let done = 0
  const reader = response.body.getReader()
  const read = () => reader.read().catch(lostServer)
  for (let next = await read(); !next.done; next = await read()) {
    parts.push(next.value as Uint8Array<ArrayBuffer>)
    done += next.value.length
    tell({ done, total: done < about ? about : null })
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export.jsonl'
  return { content: new Blob(parts), name }
}

/**
 * Throws UnreadableFile for a file that has changed since it was chosen: browsers refuse to read it and report that as
 * a network error.
 */
async function requireReadable(form: FormData): Promise<void> {
  for (const part of form.values()) {
    if (typeof part === 'string') continue
    await part
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => {
        throw new UnreadableFile()
      })
  }
}

/**
 * Sends a form and reports the progress of the upload, which fetch cannot do. Throws AnswerError for a refusal,
 * UnreadableFile for a file that has changed since it was chosen, LostServer if the server cannot be reached.
 */
export function upload<Result>(
  path: string,
  form: FormData,
  tell: (state: Transfer) => void,
  signal: AbortSignal,
): Promise<Result> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    request.open('POST', address(path))
    request.setRequestHeader('accept', 'application/json')
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      tell({ done: loaded, total: lengthComputable ? total : null })
    request.onload = () => {
      answered(new Response(request.responseText, { status: request.status }))
        .then((answer) => {
          if (request.status < 300) return done(answer as Result)
          const { message, code } = (answer ?? {}) as { message?: string; code?: string }
          fail(refused(message ?? String(request.status), code))
        })
        .catch(fail)
    }
    request.onerror = () => {
      requireReadable(form)
        .then(() => lostServer(undefined))
        .catch(fail)
    }
    request.onabort = () => fail(new DOMException('stopped', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
