import { answered, lostServer, refused, UnreadableFile } from './answer.js'

/** How far a file is on its way: bytes, and of how many, null where that is not known. */
export interface Transfer {
  done: number
  total: number | null
}

/** Offers bytes to the person as a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * Reads a file from the server that is `about` so many bytes: where it turns out to be larger, its end is not known.
 * AnswerError for what is refused, LostServer where nobody answers or the rest does not come.
 */
export async function download(
  address: string,
  about: number,
  tell: (state: Transfer) => void,
  signal: AbortSignal,
): Promise<{ content: Blob; name: string }> {
  const response = await fetch(address, { signal }).catch(lostServer)
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

/** Browsers refuse to read a file that has changed since it was chosen, and call that a fault of the network. */
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
 * Sends a form and says how far its upload is; a fetch could not tell. AnswerError for what is refused, UnreadableFile
 * for a file that has changed since it was chosen, LostServer where nobody answers.
 */
export function upload<Result>(
  path: string,
  form: FormData,
  tell: (state: Transfer) => void,
  signal: AbortSignal,
): Promise<Result> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
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
