import type { Readable } from 'node:stream'

/** Yields the chunks of a stream; throws the error of `tooMany` once they exceed `bytes` bytes in total. */
export async function* atMost(source: Readable, bytes: number, tooMany: () => Error): AsyncGenerator<Buffer> {
  let passed = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    passed += chunk.length
    if (passed > bytes) throw tooMany()
    yield chunk
  }
}
