import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

// Gzip in two threads. Blocks of the text are compressed separately, each ended at a whole byte (Z_SYNC_FLUSH);
// concatenated, they form one deflate stream, as the program pigz writes it. Alternatives: Node's own stream compresses
// in one thread, which takes four fifths of the time of a frozen export; a gzip member for each block is read by most
// programs, but not by DecompressionStream of browsers, which refuses a second member.

const deflate = promisify(deflateRaw)

/** The bytes of a block. Deflate looks back only 32 KiB, so larger blocks compress no better. */
const blockBytes = 1024 * 1024
/** The blocks under way: while two are compressed, the third is read. */
const atOnce = 3

/** Identification, deflate, no flags, no time, no extra flags, unknown system (RFC 1952, 2.3). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** The last block of a deflate stream, which is empty (RFC 1951, 3.2.6). */
const lastBlock = Buffer.from([3, 0])

/** Compresses pieces into one gzip member, which depends only on their bytes. */
export async function* gzipBlocks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let sum = 0
  let length = 0
  const waiting: Promise<Buffer>[] = []
  yield header
  for await (const block of blocks(pieces)) {
    sum = crc32(block, sum)
    length += block.length
    const compressed = deflate(block, { level: 5, finishFlush: constants.Z_SYNC_FLUSH })
    // Its error is thrown when the block is awaited; until then it must not count as unhandled.
    compressed.catch(() => undefined)
    waiting.push(compressed)
    if (waiting.length >= atOnce) yield (await waiting.shift()) as Buffer
  }
  for (const compressed of waiting) yield await compressed
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(sum, 0)
  trailer.writeUInt32LE(length % 2 ** 32, 4)
  yield Buffer.concat([lastBlock, trailer])
}

/** Joins pieces into blocks of one size, the last one shorter. */
async function* blocks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let block = Buffer.allocUnsafe(blockBytes)
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const copied = piece.copy(block, filled, at)
      at += copied
      filled += copied
      if (filled < blockBytes) continue
      yield block
      block = Buffer.allocUnsafe(blockBytes)
      filled = 0
    }
  }
  if (filled) yield block.subarray(0, filled)
}
