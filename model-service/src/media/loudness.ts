import type { RunLimits } from './run.js'
import { sampleRate, soundSamples } from './sound-samples.js'

/**
 * Returns the RMS level of each second of the sound track in dBFS (0 = full scale of a square wave, -120 = silence),
 * channels averaged.
 */
export async function loudnessPerSecond(path: string, limits: RunLimits): Promise<number[]> {
  const levels: number[] = []
  let squares = 0
  let samples = 0
  for await (const piece of soundSamples(path, limits)) {
    for (const value of piece) {
      squares += value * value
      samples += 1
      if (samples < sampleRate) continue
      levels.push(decibels(squares / samples))
      squares = 0
      samples = 0
    }
  }
  // A remainder of less than a tenth of a second is too short to represent its second.
  if (samples >= sampleRate / 10) levels.push(decibels(squares / samples))
  return levels
}

/** Returns the mean level of several seconds: the power is averaged, not the decibels. */
export function meanLevel(levels: number[]): number {
  const power = levels.reduce((sum, level) => sum + 10 ** (level / 10), 0) / Math.max(1, levels.length)
  return decibels(power)
}

function decibels(power: number): number {
  return power > 1e-12 ? 10 * Math.log10(power) : -120
}
