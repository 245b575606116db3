import { createHash } from 'node:crypto'

const lineEnd = 10
const start = Buffer.from('{"type":"')
/** The bytes at the beginning of a line that contain its type: `{"type":"`, a word and a quote. */
const headLength = 64

/** Counts the lines of a file by their types, its bytes and its SHA-256, from pieces that may cut lines anywhere. */
export class LineCounter {
  lines = 0
  bytes = 0
  private readonly byType = new Map<string, number>()
  private readonly hash = createHash('sha256')
  /** The beginning of a line that the last piece has cut off before its type was known. */
  private head: Buffer = Buffer.alloc(0)
  private isInside = false

  add(piece: Buffer): void {
    this.hash.update(piece)
    this.bytes += piece.length
    for (let at = 0; at < piece.length;) {
      const end = piece.indexOf(lineEnd, at)
      if (!this.isInside)
        this.begin(piece.subarray(at, Math.min(at + headLength, end < 0 ? piece.length : end)), end >= 0)
      if (end < 0) return
      this.isInside = false
      at = end + 1
    }
  }

  private begin(bytes: Buffer, isWhole: boolean): void {
    const head = this.head.length ? Buffer.concat([this.head, bytes]) : bytes
    if (!isWhole && head.length < headLength) {
      this.head = Buffer.from(head)
      return
    }
    this.head = Buffer.alloc(0)
    this.isInside = true
    const isTyped = head.subarray(0, start.length).equals(start)
    const type = isTyped ? head.toString('latin1', start.length, head.indexOf('"', start.length)) : 'annotation'
    this.lines += 1
    this.byType.set(type, (this.byType.get(type) ?? 0) + 1)
  }

  /** Returns the counts, after the last piece has been added. */
  totals(): { lines: number; linesByType: { lineType: string; lines: number }[]; bytes: number; linesDigest: string } {
    return {
      lines: this.lines,
      linesByType: [...this.byType].map(([lineType, lines]) => ({ lineType, lines })),
      bytes: this.bytes,
      linesDigest: this.hash.copy().digest('hex'),
    }
  }
}
