import { loudnessPerSecond, meanLevel } from '../media/loudness.js'
import type { VideoFacts } from '../media/pictures.js'
import type { RunLimits } from '../media/run.js'
import { seconds } from './wording.js'

/** The measurements of a sound track. */
export interface SoundFindings {
  /** The level of each second, in dBFS. */
  levels: number[]
  /** The start of the first of these seconds, in `currentTime` of players. */
  begins: number
  /** The mean level, in dBFS. */
  mean: number
}

/** Seconds below this level, in dBFS, are called nearly silent. */
const silence = -60

/** Returns the levels of the sound track of a file that has one. */
export async function analyseSound(
  { path, soundFrom }: Pick<VideoFacts, 'path' | 'soundFrom'>,
  limits: RunLimits,
): Promise<SoundFindings> {
  const levels = await loudnessPerSecond(path, limits)
  return { levels, begins: soundFrom, mean: meanLevel(levels) }
}

/** Returns a level such as "-20.1 dBFS"; a level of -100 or below is called silence. */
export function levelText(level: number): string {
  return level <= -100 ? 'silence' : `${level.toFixed(1)} dBFS`
}

/**
 * Returns the level in dBFS of the second that contains `time`, in seconds; after the end that of the last second;
 * undefined without sound.
 */
export function levelAt(sound: SoundFindings, time: number): number | undefined {
  return sound.levels[Math.max(0, Math.min(Math.floor(time - sound.begins), sound.levels.length - 1))]
}

/** Returns sentences about the levels of the sound track. */
export function soundSentences(sound: SoundFindings): string[] {
  if (sound.levels.length === 0 || sound.mean <= -100) return ['The sound track is silent.']
  const loudest = sound.levels.reduce((best, level, second) => (level > sound.levels[best]! ? second : best), 0)
  const quiet = sound.levels.filter((level) => level < silence).length
  return [
    `The sound track has a mean level of ${levelText(sound.mean)} and is loudest from ${seconds(sound.begins + loudest)} on, ` +
      `at ${levelText(sound.levels[loudest]!)}.`,
    ...(quiet > 0 ? [`It is nearly silent for ${quiet} of ${sound.levels.length} seconds.`] : []),
  ]
}
