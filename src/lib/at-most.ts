import type { Readable } from 'node:stream'

/** The chunks of a stream; throws once they are more than so many bytes. */
export async function* atMost(source: Readable, bytes: number, tooMany: () => Error): AsyncGenerator<Buffer> {
  let passed = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    passed += chunk.length
    if (passed > bytes) throw tooMany()
    yield chunk
  }
}
