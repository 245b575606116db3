/** A piece of a transcript. */
export interface SpeechSegment {
  /** In seconds. */
  start: number
  end: number
  text: string
  /** 0 to 1; null if the model does not return it. */
  confidence: number | null
  /** The label of the speaker; present only if the model distinguishes voices. */
  speaker?: string
}

/** The speech in a piece of sound, as text. */
export interface Speech {
  text: string
  segments: SpeechSegment[]
  language: string | null
  model: string
}

/** A piece of sound to be transcribed. */
export interface SpeechQuestion {
  mp3: Buffer
  /** In seconds. */
  duration: number
  language: string | undefined
  temperature?: number | undefined
  /** Names and terms that may occur, as a hint for their spelling. */
  prompt?: string | undefined
}
