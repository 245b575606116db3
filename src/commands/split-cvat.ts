import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { CommandError } from './remote.js'

const end = '</annotations>\n'
/** The beginning of a track or an image, which may go into any part. In XML no text and no attribute has a `<`. */
const piece = /<(track|image)(?=[\s/>])/g

/**
 * Splits a file of CVAT over the limit (in bytes) into files within it, each with the head of the file and some of its
 * tracks, in their order. Throws CommandError if a single track exceeds the limit.
 */
export async function splitCvat(path: string, limit: number): Promise<{ files: string[]; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'parallax-import-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const files: string[] = []
  let head = ''
  let stream: ReturnType<typeof createWriteStream> | undefined
  let room = 0
  const write = async (text: string) => {
    if (!stream?.write(text)) await once(stream!, 'drain')
  }
  const close = async () => {
    if (!stream) return
    stream.end(end)
    await finished(stream)
  }
  try {
    for await (const [text, isHead] of piecesOf(path)) {
      if (isHead) {
        head = text
        continue
      }
      const bytes = Buffer.byteLength(text)
      if (bytes > room) {
        await close()
        const file = join(folder, `part-${files.length}.xml`)
        files.push(file)
        stream = createWriteStream(file)
        room = limit - Buffer.byteLength(head) - end.length
        if (bytes > room) throw new CommandError('A single track is larger than the import limit')
        await write(head)
      }
      await write(text)
      room -= bytes
    }
    await close()
    return { files, remove }
  } catch (error) {
    stream?.destroy()
    await remove()
    throw error
  }
}

/** Yields the text before the first track or image, as the head, and then each track and image. */
async function* piecesOf(path: string): AsyncGenerator<readonly [text: string, isHead: boolean]> {
  let text = ''
  let isHead = true
  /** The place in the text where the search for the end of a track continues. */
  let from = 0
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    text += chunk as string
    for (;;) {
      piece.lastIndex = isHead ? Math.max(0, from) : 0
      const tag = piece.exec(text)
      if (!tag) {
        // The beginning of a tag may be at the end of the text.
        from = Math.max(0, text.length - 10)
        break
      }
      if (isHead) {
        yield [text.slice(0, tag.index), true]
        isHead = false
      }
      const close = `</${tag[1]}>`
      const tagEnd = text.indexOf('>', tag.index)
      if (tagEnd < 0) {
        text = text.slice(tag.index)
        break
      }
      const isEmpty = text[tagEnd - 1] === '/'
      const at = isEmpty ? tagEnd : text.indexOf(close, Math.max(tagEnd, from))
      if (at < 0) {
        // The searched part of a long track is not searched again.
        from = Math.max(0, text.length - close.length - tag.index)
        text = text.slice(tag.index)
        break
      }
      const last = isEmpty ? tagEnd + 1 : at + close.length
      yield [`${text.slice(tag.index, last)}\n`, false]
      text = text.slice(last)
      from = 0
    }
  }
}
