import type { SpeechSegment } from '../providers/speech.js'
import { step } from './silero.js'

/**
 * A stretch of sound that contains speech: start and end in seconds, and the mean probability of speech, in which the
 * pause that ends the stretch counts too.
 */
export interface SpokenStretch {
  start: number
  end: number
  confidence: number
}

const stepSeconds = step / 16_000
/** Speech begins at the first probability and ends below the second, as in the model authors' own code. */
const [begins, ends] = [0.5, 0.35]
/**
 * In seconds: shorter pauses do not end a stretch, shorter stretches are dropped, and each stretch is widened by the
 * margin on both sides.
 */
const [leastPause, leastSpeech, margin] = [0.1, 0.25, 0.03]

/** Collects the stretches of speech from the probabilities of each 32 ms. */
export class SpeechStretches {
  private readonly found: SpokenStretch[] = []
  private open: { from: number; sum: number; steps: number; quietFrom: number | null } | null = null
  private count = 0

  add(probabilities: Iterable<number>): void {
    for (const probability of probabilities) {
      this.hear(probability)
      this.count += 1
    }
  }

  private hear(probability: number): void {
    if (!this.open) {
      if (probability >= begins) this.open = { from: this.count, sum: probability, steps: 1, quietFrom: null }
      return
    }
    this.open.sum += probability
    this.open.steps += 1
    if (probability >= begins) this.open.quietFrom = null
    else if (probability < ends) this.open.quietFrom ??= this.count
    const { quietFrom } = this.open
    if (quietFrom !== null && (this.count - quietFrom) * stepSeconds >= leastPause) this.close(quietFrom)
  }

  private close(to: number): void {
    const { from, sum, steps } = this.open!
    this.open = null
    if ((to - from) * stepSeconds < leastSpeech) return
    const start = Math.max(this.found.at(-1)?.end ?? 0, from * stepSeconds - margin)
    this.found.push({
      start: rounded(start),
      end: rounded(to * stepSeconds + margin),
      confidence: rounded(sum / steps),
    })
  }

  /** Closes the last stretch and returns all of them in order. Nothing may be added afterwards. */
  finish(): SpokenStretch[] {
    if (this.open) this.close(this.open.quietFrom ?? this.count)
    return this.found
  }
}

/**
 * Aligns the segments of a transcript with detected speech: each segment is cut to the stretches of speech that it
 * overlaps. A segment without any speech, such as those that some transcribers invent in silence, gets a confidence of
 * at most 0.2.
 */
export function alignToSpeech(segments: readonly SpeechSegment[], speech: readonly SpokenStretch[]): SpeechSegment[] {
  return segments.map((segment) => {
    const within = speech.filter(({ start, end }) => start < segment.end && end > segment.start)
    if (!within.length) return { ...segment, confidence: Math.min(segment.confidence ?? 0.2, 0.2) }
    const start = Math.max(segment.start, within[0]!.start)
    return { ...segment, start, end: Math.max(start, Math.min(segment.end, within.at(-1)!.end)) }
  })
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000
