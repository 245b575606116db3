import type { RunLimits } from '../media/run.js'
import { soundSamples } from '../media/sound-samples.js'
import { Missing, type Part } from '../models/parts.js'
import type { SpeechDetector } from './speech-detector.js'
import { SpeechStretches, type SpokenStretch } from './speech-segments.js'

/** Returns the stretches of speech in the sound of a file, in seconds. */
export async function speechIn(path: string, detector: SpeechDetector, limits: RunLimits): Promise<SpokenStretch[]> {
  const stretches = new SpeechStretches()
  for await (const some of detector.probabilities(soundSamples(path, limits), limits.signal)) stretches.add(some)
  return stretches.finish()
}

/**
 * Returns the same stretches or segments on another clock, which shows `seconds` when theirs shows 0; times before that
 * clock's 0 become 0.
 */
export function later<T extends { start: number; end: number }>(parts: readonly T[], seconds: number): T[] {
  return parts.map((part) => ({
    ...part,
    start: Math.max(0, part.start + seconds),
    end: Math.max(0, part.end + seconds),
  }))
}

/** Returns the stretches of speech in a file, as above; null if no speech detector is available. */
export async function speechHeard(
  path: string,
  part: Part<'speech'>,
  limits: RunLimits,
): Promise<SpokenStretch[] | null> {
  const stretches = await part((detector) => speechIn(path, detector, limits))
  return stretches instanceof Missing ? null : stretches
}
