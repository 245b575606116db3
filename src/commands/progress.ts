import cliProgress from 'cli-progress'

export interface Progress {
  add(bytes: number, lines: number): void
  stop(): void
  /** Bytes, lines and seconds since the start. */
  totals(): { bytes: number; lines: number; seconds: number }
}

const megabyte = 1024 * 1024

/**
 * Shows bytes and lines so far, the rate and the time left on standard error, if `shown`. `total` is in bytes; 0 if it
 * is not known beforehand.
 */
export function startProgress(label: string, total: number, shown: boolean): Progress {
  const startedAt = performance.now()
  let bytes = 0
  let lines = 0
  const seconds = () => (performance.now() - startedAt) / 1000
  const values = () => ({
    lines,
    sent: (bytes / megabyte).toFixed(1),
    rate: (bytes / megabyte / Math.max(seconds(), 0.001)).toFixed(1),
    size: (total / megabyte).toFixed(1),
  })
  const format = total
    ? `${label} {bar} {percentage}% | {sent}/{size} MB | {lines} lines | {rate} MB/s | {eta_formatted} left`
    : `${label} {sent} MB | {lines} lines | {rate} MB/s | {duration_formatted}`
  const bar = shown
    ? new cliProgress.SingleBar(
        { format, stream: process.stderr, hideCursor: true, clearOnComplete: false },
        cliProgress.Presets.shades_classic,
      )
    : null
  bar?.start(total || 1, 0, values())
  return {
    add(moreBytes, moreLines) {
      bytes += moreBytes
      lines += moreLines
      bar?.update(Math.min(bytes, total), values())
    },
    stop() {
      bar?.update(total, values())
      bar?.stop()
    },
    totals: () => ({ bytes, lines, seconds: seconds() }),
  }
}

/** Returns the number of line feeds in a chunk. */
export function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1
  return count
}
