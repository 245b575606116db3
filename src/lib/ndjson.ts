import { isUtf8 } from 'node:buffer'
import { AppError } from './errors.js'

/** A line that is not blank; `number` counts from 1, with blank lines. */
export interface TextLine {
  number: number
  text: string
}

export interface ReadLinesOptions {
  /** The maximum length of a line in bytes, without its line end. */
  maxLineBytes?: number
}

const newline = 10
const carriageReturn = 13
const blank = /^[\t\r ]*$/

/**
 * Yields the lines of a UTF-8 stream, in batches of the lines that each chunk completes. A byte order mark, CRLF and a
 * missing last newline are tolerated. Throws PARSE_ERROR with `extra.line` for a line that is too long or not valid
 * UTF-8, after it has yielded the lines before it.
 */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  { maxLineBytes = 64 * 1024 * 1024 }: ReadLinesOptions = {},
): AsyncGenerator<TextLine[], void, undefined> {
  let pending: Buffer[] = []
  let pendingBytes = 0
  let number = 1
  for await (const part of source) {
    const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    const end = chunk.lastIndexOf(newline)
    if (end >= 0) {
      pending.push(chunk.subarray(0, end))
      const batch = linesOf(
        pending.length === 1 ? chunk.subarray(0, end) : Buffer.concat(pending),
        number,
        maxLineBytes,
      )
      number = batch.next
      pending = []
      pendingBytes = 0
      if (batch.lines.length > 0) yield batch.lines
      if (batch.fault) throw batch.fault
    }
    const rest = chunk.subarray(end + 1)
    if (rest.length > 0) {
      // A copy, because the source may reuse its buffer before the line is complete.
      pending.push(Buffer.from(rest))
      pendingBytes += rest.length
      if (pendingBytes > maxLineBytes + 4) throw tooLong(number, maxLineBytes)
    }
  }
  if (pendingBytes > 0) {
    const batch = linesOf(Buffer.concat(pending), number, maxLineBytes)
    if (batch.lines.length > 0) yield batch.lines
    if (batch.fault) throw batch.fault
  }
}

/**
 * Lines that are not blank, the number of the line after them, and the fault of that line, if it is too long or not
 * valid UTF-8.
 */
export interface Lines {
  lines: TextLine[]
  next: number
  fault: AppError | null
}

/**
 * Returns the lines of a block, which is one or more whole lines without the last newline; `first` is the number of its
 * first line.
 */
export function linesOf(block: Buffer, first: number, maxLineBytes: number): Lines {
  const hasMark = first === 1 && block.length >= 3 && block[0] === 0xef && block[1] === 0xbb && block[2] === 0xbf
  const bytes = hasMark ? block.subarray(3) : block
  if (bytes.length > maxLineBytes || !isUtf8(bytes)) return linesUpToFault(bytes, first, maxLineBytes)
  const texts = bytes.toString('utf8').split('\n')
  const lines: TextLine[] = []
  texts.forEach((text, i) => addLine(lines, first + i, text))
  return { lines, next: first + texts.length, fault: null }
}

/** Splits line by line, which is slower, to find the line at fault. */
function linesUpToFault(bytes: Buffer, first: number, maxLineBytes: number): Lines {
  const lines: TextLine[] = []
  let number = first
  for (let start = 0; start <= bytes.length; number += 1) {
    const next = bytes.indexOf(newline, start)
    const end = next < 0 ? bytes.length : next
    const line = bytes.subarray(start, bytes[end - 1] === carriageReturn && end > start ? end - 1 : end)
    if (line.length > maxLineBytes) return { lines, next: number, fault: tooLong(number, maxLineBytes) }
    if (!isUtf8(line)) return { lines, next: number, fault: fault(number, 'is not valid UTF-8') }
    addLine(lines, number, line.toString('utf8'))
    start = end + 1
  }
  return { lines, next: number, fault: null }
}

function addLine(lines: TextLine[], number: number, raw: string): void {
  const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw
  if (!blank.test(text)) lines.push({ number, text })
}

function tooLong(number: number, maxLineBytes: number): AppError {
  return fault(number, `is longer than ${maxLineBytes} bytes`)
}

function fault(number: number, reason: string): AppError {
  return new AppError('PARSE_ERROR', `Line ${number} ${reason}`, { extra: { line: number } })
}
