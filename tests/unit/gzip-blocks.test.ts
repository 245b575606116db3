import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { gzipBlocks } from '../../src/exchange/frozen/gzip-blocks.js'

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function compressed(bytes: Buffer, size: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of gzipBlocks(cut(bytes, size))) pieces.push(piece)
  return Buffer.concat(pieces)
}

const text = (length: number) => Buffer.from(Array.from({ length }, (_, n) => (n * n + (n >> 7)) % 251))
const mebibyte = 1024 * 1024

describe('a file that is compressed in blocks', () => {
  it.each([0, 1, 1000, mebibyte - 1, mebibyte, mebibyte + 1, 5 * mebibyte + 77])(
    'of %d bytes is read by gunzip',
    async (length) => {
      const bytes = text(length)
      expect(gunzipSync(await compressed(bytes, 70_001)).equals(bytes)).toBe(true)
    },
  )

  it('is one member, which browsers read', async () => {
    const bytes = text(3 * mebibyte)
    const stream = new Blob([new Uint8Array(await compressed(bytes, 65_536))]).stream()
    const read = await new Response(stream.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
    expect(Buffer.from(read).equals(bytes)).toBe(true)
  })

  it('is the same however the bytes arrive', async () => {
    const bytes = text(2 * mebibyte + 5)
    expect((await compressed(bytes, 1)).equals(await compressed(bytes, mebibyte))).toBe(true)
  })

  it('ends with the error of what is read', async () => {
    async function* failing() {
      yield text(2 * mebibyte)
      throw new Error('the connection was lost')
    }
    await expect(async () => {
      for await (const piece of gzipBlocks(failing())) void piece
    }).rejects.toThrow('the connection was lost')
  })
})
