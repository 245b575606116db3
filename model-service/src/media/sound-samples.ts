import { runStreaming, untrustedInput } from './run.js'
import type { RunLimits } from './run.js'

/** In samples per second. */
export const sampleRate = 16_000

/**
 * Sound that begins later than the file is preceded by silence, because times are counted from the beginning of the
 * file.
 */
export const fromBeginning = ['-af', 'aresample=first_pts=0']

/** Yields the first sound track as mono sound of 16 kHz, -1 to 1, in pieces of any length. */
export async function* soundSamples(path: string, limits: RunLimits): AsyncGenerator<Float32Array> {
  const args = [
    ...['-nostdin', '-v', 'error'],
    ...untrustedInput(limits),
    ...['-i', `file:${path}`, '-map', '0:a:0', '-vn', '-sn', '-dn', ...fromBeginning],
    ...['-ac', '1', '-ar', String(sampleRate), '-f', 's16le', 'pipe:1'],
  ]
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of runStreaming('ffmpeg', args, limits)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const samples = new Float32Array(bytes.length >> 1)
    for (let at = 0; at < samples.length; at++) samples[at] = bytes.readInt16LE(2 * at) / 32_768
    rest = bytes.subarray(2 * samples.length)
    yield samples
  }
}
