import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrayText } from '../../src/lib/json-text.js'
import { readLines } from '../../src/lib/ndjson.js'
import type { ReadLinesOptions, TextLine } from '../../src/lib/ndjson.js'

async function* chunks(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  let from = 0
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    if (cut >= bytes.length) break
    yield bytes.subarray(from, cut)
    from = cut
  }
  yield bytes.subarray(from)
}

async function read(
  content: string | Buffer,
  cuts: readonly number[] = [],
  options: ReadLinesOptions = {},
): Promise<TextLine[]> {
  const lines: TextLine[] = []
  for await (const batch of readLines(chunks(Buffer.from(content), cuts), options)) lines.push(...batch)
  return lines
}

async function readUntilFault(content: string | Buffer, cuts: number[], options: ReadLinesOptions = {}) {
  const numbers: number[] = []
  try {
    for await (const batch of readLines(chunks(Buffer.from(content), cuts), options))
      numbers.push(...batch.map((line) => line.number))
  } catch (error) {
    return { numbers, error }
  }
  throw new Error('no fault')
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** Bytes that are still held after a garbage collection. */
function held(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('reading lines', () => {
  it('counts lines from one and skips blank ones without losing count', async () => {
    expect(await read('a\n\n  \t\r\nb\n')).toEqual([
      { number: 1, text: 'a' },
      { number: 4, text: 'b' },
    ])
  })

  it('takes CRLF, a byte order mark and a missing last newline', async () => {
    expect(await read('\ufeffa\r\nb\r\nc')).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: 'b' },
      { number: 3, text: 'c' },
    ])
    expect(await read('\ufeffä\nb', [1, 2, 3, 4])).toEqual([
      { number: 1, text: 'ä' },
      { number: 2, text: 'b' },
    ])
  })

  it('keeps a byte order mark that does not open the file', async () => {
    expect(await read('a\n\ufeffb', [2])).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: '\ufeffb' },
    ])
  })

  it('gives nothing for an empty or blank file', async () => {
    expect([await read(''), await read('\n\n'), await read('\ufeff'), await read(' ')]).toEqual([[], [], [], []])
  })

  it('gives the same lines wherever the stream is cut, also inside a character', async () => {
    const text = fc
      .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'é', '😀 日本', '\r', ' ')))
      .map((parts) => parts.join('\n'))
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(80)), async (content, cuts) => {
        const clean = Buffer.from(content)
          .toString('utf8')
          .replace(/^\ufeff/, '')
        const expected = clean
          .split('\n')
          .map((line, i) => ({ number: i + 1, text: line.replace(/\r$/, '') }))
          .filter((line) => /[^\t\r ]/.test(line.text))
        expect(await read(content, cuts)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('does not depend on the source leaving its buffer alone', async () => {
    async function* reusing(): AsyncGenerator<Buffer> {
      const buffer = Buffer.alloc(4)
      for (const part of ['ab\nc', 'd\nef', 'gh\ni']) {
        buffer.write(part)
        yield buffer
      }
    }
    const texts: string[] = []
    for await (const batch of readLines(reusing())) texts.push(...batch.map((line) => line.text))
    expect(texts).toEqual(['ab', 'cd', 'efgh', 'i'])
  })

  it.each([[[]], [[4, 5, 6]], [[11]]])(
    'names the line that is not UTF-8, after the lines before it (cuts %j)',
    async (cuts) => {
      const bytes = Buffer.concat([
        Buffer.from('one\n\ntwo\n{"a":"'),
        Buffer.from([0xc3, 0x28]),
        Buffer.from('"}\nfive\n'),
      ])
      const { numbers, error } = await readUntilFault(bytes, cuts)
      expect(error).toMatchObject({ code: 'PARSE_ERROR', message: 'Line 4 is not valid UTF-8', extra: { line: 4 } })
      expect(numbers).toEqual([1, 3])
    },
  )

  it('refuses a character that the end of the file cuts', async () => {
    const { error } = await readUntilFault(Buffer.from('a\n😀').subarray(0, 4), [])
    expect(error).toMatchObject({ message: 'Line 2 is not valid UTF-8' })
  })

  it.each([[[]], [[5, 9, 12, 15]]])('names the line that is too long (cuts %j)', async (cuts) => {
    const { numbers, error } = await readUntilFault(`12345678\r\n12345678\n${'x'.repeat(30)}\nlast`, cuts, {
      maxLineBytes: 8,
    })
    expect(error).toMatchObject({ code: 'PARSE_ERROR', message: 'Line 3 is longer than 8 bytes', extra: { line: 3 } })
    expect(numbers).toEqual([1, 2])
  })

  it('gives up on an endless line at the limit, not at the end of memory', async () => {
    let sent = 0
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) yield Buffer.alloc(1024, ((sent += 1), 'x'))
    }
    const reading = (async () => {
      for await (const batch of readLines(endless(), { maxLineBytes: 10_000 })) expect(batch).toEqual([])
    })()
    await expect(reading).rejects.toMatchObject({ message: 'Line 1 is longer than 10000 bytes' })
    expect(sent).toBeLessThan(12)
  })

  it('reads 100 MB in a few seconds without keeping it', async () => {
    const line = `${JSON.stringify({ type: 'annotation', data: { label: 'ünïcode', text: 'x'.repeat(400) } })}\n`
    const block = Buffer.from(line.repeat(140))
    const rounds = Math.ceil(100e6 / block.length)
    const source = Readable.from(
      (function* () {
        for (let i = 0; i < rounds; i += 1) yield block
      })(),
    )
    const before = held()
    let count = 0
    let peak = 0
    for await (const batch of readLines(source)) {
      // Measured after a garbage collection, so that only memory still in use counts.
      if (Math.floor((count + batch.length) / 20_000) > Math.floor(count / 20_000))
        peak = Math.max(peak, held() - before)
      count += batch.length
    }
    expect(count).toBe(rounds * 140)
    expect(peak).toBeLessThan(80e6)
  })
})

describe('JSON text', () => {
  it('is spliced from items that are JSON already', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (items) => {
        expect(arrayText(items.map((item) => JSON.stringify(item)))).toBe(JSON.stringify(items))
      }),
    )
  })
})
