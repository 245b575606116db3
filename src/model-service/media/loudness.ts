import { runStreaming, untrustedInput } from './run.js'
import type { RunLimits } from './run.js'

const sampleRate = 16_000

/**
 * RMS level of each second of the sound track in dBFS (0 = full scale of a square wave, -120 = silence), channels
 * averaged.
 */
export async function loudnessPerSecond(path: string, limits: RunLimits): Promise<number[]> {
  const args = [
    '-nostdin',
    '-v',
    'error',
    ...untrustedInput(limits),
    '-i',
    `file:${path}`,
    '-map',
    '0:a:0',
    '-vn',
    '-sn',
    '-dn',
    '-ac',
    '1',
    '-ar',
    String(sampleRate),
    '-f',
    's16le',
    'pipe:1',
  ]
  const levels: number[] = []
  let squares = 0
  let samples = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of runStreaming('ffmpeg', args, limits)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const whole = bytes.length - (bytes.length % 2)
    for (let at = 0; at < whole; at += 2) {
      const value = bytes.readInt16LE(at) / 32_768
      squares += value * value
      samples += 1
      if (samples < sampleRate) continue
      levels.push(decibels(squares / samples))
      squares = 0
      samples = 0
    }
    rest = bytes.subarray(whole)
  }
  // A last piece of less than a tenth of a second says nothing about its second.
  if (samples >= sampleRate / 10) levels.push(decibels(squares / samples))
  return levels
}

/** Mean level of several seconds: the power is averaged, not the decibels. */
export function meanLevel(levels: number[]): number {
  const power = levels.reduce((sum, level) => sum + 10 ** (level / 10), 0) / Math.max(1, levels.length)
  return decibels(power)
}

function decibels(power: number): number {
  return power > 1e-12 ? 10 * Math.log10(power) : -120
}
