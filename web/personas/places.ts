import { createContext } from 'react'

/** The video beside the text, which can show a frame or a time. */
export interface VideoBeside {
  videoId: string
  /** The number of the last frame. */
  last: number
  /** In seconds. */
  duration: number
  /** Returns the start of a frame, in seconds. */
  timeOf: (frame: number) => number
  /** Shows a place, and marks there the boxes of a track, or those that are evidence for a claim. */
  show: (place: Place, about?: { claim?: string; track?: string | undefined }) => void
}

/** A frame, or a time in seconds. */
export type Place = { frame: number } | { time: number }

/** The video beside the text; if undefined, frames and times in texts are plain text. */
export const Beside = createContext<VideoBeside | undefined>(undefined)

/** A piece of text, and the place in the video that it refers to. */
export interface Words {
  text: string
  place?: Place
}

/** Words before a length of time, such as "lasts 12 s" and "for about 3 seconds"; it is no place in the video. */
const lengths =
  'last(?:s|ed|ing)?|for|tak(?:es?|ing)|took|within|every|of|over|than|dauer(?:t|te|n)|lang|innerhalb von|alle|von insgesamt|mehr als'
const roughly = 'about|around|some|nearly|almost|only|etwa|rund|knapp|fast|nur'
/** Text that a time must not follow, and text that it must not be followed by ("12 seconds long"). */
const noLength = String.raw`(?<!\b(?:${lengths})\s+(?:(?:${roughly})\s+)?)`
const notLong = String.raw`(?!\s+(?:long|lang|later|earlier|später|früher)\b)`

/**
 * Matches frames ("frame 12", "frames 3 to 9", "Bild 12"), times ("1:02", "1:02:03.5") and seconds ("3.2 s", "at 3
 * seconds"), but no lengths of time.
 */
const places = new RegExp(
  [
    String.raw`\b(?:frames?|bild(?:er)?)\s+(?<frame>\d{1,9})(?:\s*(?:-|–|to|through|bis)\s*\d{1,9})?\b`,
    String.raw`(?<![\d:.])${noLength}(?:(?<h>\d{1,2}):)?(?<m>\d{1,2}):(?<s>[0-5]\d(?:\.\d+)?)(?![\d:])${notLong}`,
    String.raw`(?<![\w.:])${noLength}(?<seconds>\d+(?:\.\d+)?)\s?(?:s|seconds?|sekunden?)\b${notLong}`,
  ].join('|'),
  'gi',
)

/** Splits text at the frames and times that it mentions, ignoring those after the end of the video. */
export function wordsOf(text: string, { last, duration }: Pick<VideoBeside, 'last' | 'duration'>): Words[] {
  const words: Words[] = []
  let at = 0
  for (const match of text.matchAll(places)) {
    const { frame, h = 0, m, s, seconds } = match.groups!
    const time = seconds === undefined ? Number(h) * 3600 + Number(m) * 60 + Number(s) : Number(seconds)
    const isThere = frame === undefined ? time <= duration : Number(frame) <= last
    if (!isThere) continue
    const place = frame === undefined ? { time } : { frame: Number(frame) }
    if (match.index > at) words.push({ text: text.slice(at, match.index) })
    words.push({ text: match[0], place })
    at = match.index + match[0].length
  }
  if (at < text.length || !words.length) words.push({ text: text.slice(at) })
  return words
}
