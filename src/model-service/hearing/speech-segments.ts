import type { SpeechSegment } from '../providers/speech.js'
import { step } from './silero.js'

/** A stretch of sound in which somebody speaks. Seconds; the mean probability of its steps. */
export interface SpokenStretch {
  start: number
  end: number
  confidence: number
}

const stepSeconds = step / 16_000
/** Speech begins at this probability and ends below the lower one, as the model's authors have it. */
const [begins, ends] = [0.5, 0.35]
/** A shorter pause ends nothing, shorter speech is none; each stretch is taken a little wider. Seconds. */
const [leastPause, leastSpeech, margin] = [0.1, 0.25, 0.03]

/** Collects the stretches of speech from the probabilities of each 32 ms. */
export class SpeechStretches {
  private readonly found: SpokenStretch[] = []
  private open: { from: number; sum: number; quietFrom: number | null } | null = null
  private count = 0

  add(probabilities: Iterable<number>): void {
    for (const probability of probabilities) {
      this.hear(probability)
      this.count += 1
    }
  }

  private hear(probability: number): void {
    if (!this.open) {
      if (probability >= begins) this.open = { from: this.count, sum: probability, quietFrom: null }
      return
    }
    this.open.sum += probability
    if (probability >= begins) this.open.quietFrom = null
    else if (probability < ends) this.open.quietFrom ??= this.count
    const { quietFrom } = this.open
    if (quietFrom !== null && (this.count - quietFrom) * stepSeconds >= leastPause) this.close(quietFrom)
  }

  private close(to: number): void {
    const { from, sum } = this.open!
    this.open = null
    if ((to - from) * stepSeconds < leastSpeech) return
    const start = Math.max(this.found.at(-1)?.end ?? 0, from * stepSeconds - margin)
    this.found.push({
      start: rounded(start),
      end: rounded(to * stepSeconds + margin),
      confidence: rounded(Math.min(1, sum / Math.max(1, this.count - from))),
    })
  }

  /** All stretches, in order; nothing is added afterwards. */
  finish(): SpokenStretch[] {
    if (this.open) this.close(this.open.quietFrom ?? this.count)
    return this.found
  }
}

/**
 * Words of a transcript at the times at which somebody speaks: a segment begins and ends no further out than the speech
 * that it overlaps, and one without any speech, as some transcribers make up in silence, has a confidence of at most
 * 0.2.
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
