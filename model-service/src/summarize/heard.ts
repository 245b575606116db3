import { alignToSpeech, type SpokenStretch } from '../hearing/speech-segments.js'
import type { Speech } from '../providers/speech.js'
import { note, thousandths, type Told } from './told.js'
import { seconds } from './wording.js'

const mostListed = 8
const longestQuote = 300

/** Returns sentences about when speech is heard and, if there is a transcript, its words. */
export function speechTold(speech: readonly SpokenStretch[], words: Speech | null): Told[] {
  if (!speech.length) return [note('No speech is heard.')]
  const total = speech.reduce((sum, { start, end }) => sum + end - start, 0)
  const sureness = speech.reduce((sum, one) => sum + one.confidence * (one.end - one.start), 0) / total
  const listed = speech.slice(0, mostListed).map(({ start, end }) => `from ${start.toFixed(1)} to ${seconds(end)}`)
  const more = speech.length > mostListed ? ` and ${speech.length - mostListed} times more` : ''
  const when = { start: thousandths(speech[0]!.start), end: thousandths(speech.at(-1)!.end) }
  const heard: Told = {
    text: `Somebody speaks for ${seconds(total)}: ${listed.join(', ')}${more}.`,
    source: 'heard',
    confidence: thousandths(sureness),
    ...when,
    frames: [],
  }
  // Transcribers may invent words in silence: drop those.
  const spoken = alignToSpeech(words?.segments ?? [], speech).filter(
    ({ text, start, end }) => text !== '' && speech.some((one) => one.start < end && one.end > start),
  )
  if (!spoken.length) return [heard]
  const quote = spoken.map(({ text }) => text).join(' ')
  const sures = spoken.map(({ confidence }) => confidence ?? 0.5)
  const cut = quote.length > longestQuote ? `${quote.slice(0, longestQuote).trimEnd()}…` : quote
  return [
    heard,
    {
      text: `What is said begins: "${cut.replace(/[.!?]+$/, '')}".`,
      source: 'heard',
      confidence: thousandths(sures.reduce((sum, one) => sum + one, 0) / sures.length),
      start: thousandths(spoken[0]!.start),
      end: thousandths(spoken.at(-1)!.end),
      frames: [],
    },
  ]
}

/**
 * Returns the transcript as the API stores it: segments aligned with the detected speech, and the stretches of speech
 * themselves.
 */
export function transcriptOf(speech: readonly SpokenStretch[], words: Speech | null) {
  return { language: words?.language ?? null, segments: words ? alignToSpeech(words.segments, speech) : [], speech }
}
